#include <middle.h>
