/* Boards that differ in numbers only: rows of hwdb/data/VENDOR/boards/ARCH.tsv. A row names a GPU
 * of gpus/ that it is like, and has what boards differ in; hwdb/README.md explains the columns. */
#ifndef HWDB_BOARDS_H
#define HWDB_BOARDS_H

#include "hwdb/embedded.h"
#include "hwdb/gpu.h"

enum board_column {
    BOARD_NAME,
    BOARD_PRODUCT,
    BOARD_ALIASES, /* with | between them */
    BOARD_LIKE,
    BOARD_UNITS,
    BOARD_CORE_MHZ,
    BOARD_MEM_MHZ,
    BOARD_MEMORY, /* a row of memory_types.def */
    BOARD_BITS,
    BOARD_GBS,
    BOARD_TFLOPS, /* published: read by tests only, as are watts */
    BOARD_L2_KIB,
    BOARD_L3_MIB,
    BOARD_GIB,
    BOARD_WATTS,
    BOARD_SOURCE,
    BOARD_COLUMNS
};

struct board {
    const struct hwdb_entry *entry;
    const char *column[BOARD_COLUMNS];
};

/* Whether the entry is a row of a table, and not a file of its own. */
bool is_board(const struct hwdb_entry *entry);

/* The row of an entry that is one; false if it has not all columns. */
bool board_read(struct arena *a, const struct hwdb_entry *entry, struct board *out);

/* Gives the GPU the names of the board. */
void board_name(struct arena *a, const struct board *b, struct gpu *g);

/* Makes of a GPU that the board is like the board: what the row has, what depends on it, and the
 * values that the head of the table gives all its boards. False, with what is wrong in *error. */
bool board_apply(struct arena *a, const struct board *b, struct gpu *g, const char **error);

#endif
