#include "transposes.h"
