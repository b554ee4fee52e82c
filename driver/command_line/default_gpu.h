/* Which GPU is predicted for where nobody names one. */
#ifndef DRIVER_COMMAND_LINE_DEFAULT_GPU_H
#define DRIVER_COMMAND_LINE_DEFAULT_GPU_H

/* RTX 3060, the board that most had in Steam's hardware survey from 2023 to 2025. Its chip is of
 * the family of the A4000, A6000 and RTX 3090, whose predictions were compared with the most
 * measured times among boards of today. */
#define COMMON_GPU "rtx-3060"

/* The GPU for whoever names none on the command line, in CLPERF_FLAGS or in a .clperf: that of the
 * variable CLPERF_GPU, or COMMON_GPU, whose place machine_gpu() takes in an analysis. *source is
 * the variable's name, or "default". */
const char *default_gpu(const char **source);

#endif
