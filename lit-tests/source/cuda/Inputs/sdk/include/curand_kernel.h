#pragma once
#include <nv/target>

#include "curand_of_the_sdk.h"
