/* Numbers of 16, 32 or 64 bits as doubles, and back. */
#ifndef ANALYSIS_IR_FLOAT_BITS_H
#define ANALYSIS_IR_FLOAT_BITS_H

#include <stdint.h>

double double_of_bits(int64_t bits_of, unsigned bits);
/* The nearest such number, of two the even one. */
int64_t bits_of_double(double d, unsigned bits);

#endif
