/* Integers of 128 bits: products and differences of 64-bit ones without overflow. */
#ifndef BASE_WIDE_H
#define BASE_WIDE_H

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

#endif
