/* host_api.h and cuda_api.h as texts, made at build. */
#ifndef DRIVER_HOST_EMBEDDED_H
#define DRIVER_HOST_EMBEDDED_H

extern const char host_api[], cuda_api[];

#endif
