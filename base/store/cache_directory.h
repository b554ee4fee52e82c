/* Where the store of results lies. This file is part of clperf-cc: nothing but libc. */
#ifndef BASE_STORE_CACHE_DIRECTORY_H
#define BASE_STORE_CACHE_DIRECTORY_H

#include "base/arena.h"

/* $CLPERF_CACHE_DIR, else $XDG_CACHE_HOME/clperf, else ~/.cache/clperf; NULL: there is none. Where
 * it is there and somebody else can write to it, NULL, with the reason in *refused. */
const char *cache_directory(struct arena *a, const char **refused);

#endif
