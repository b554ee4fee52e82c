#include "scale.h"
