/* host_api.h as a text, made at build. */
#ifndef DRIVER_HOST_EMBEDDED_H
#define DRIVER_HOST_EMBEDDED_H

extern const char host_api[];

#endif
