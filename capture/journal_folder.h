/* The folder of journals, for the files in it that all processes share. */
#ifndef CAPTURE_JOURNAL_FOLDER_H
#define CAPTURE_JOURNAL_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "capture/journal_hash.h"

enum { JOURNAL_NAME = 64 };

/* Its path, or NULL where this process is not captured. */
const char *journal_folder(void);
/* The name of a file for what has that hash: FOLDER/HASH.SUFFIX. */
void journal_name(char name[JOURNAL_NAME], const char *folder, struct journal_hash hash,
                  const char *suffix);
/* Whether a file of that name is there, as a whole. */
bool journal_has_file(const char *name);
/* Writes a file of that name, and its folder. False where there is no room. */
bool journal_write_file(const char *name, const void *bytes, uint64_t n);

#endif
