/* The device that a thread works with. */
#ifndef CAPTURE_CUDA_CURRENT_H
#define CAPTURE_CUDA_CURRENT_H

int device_current(void);
void device_select(int device);

#endif
