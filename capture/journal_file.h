/* A file that grows at its end through mappings. What is written to them lasts even if the process
 * is killed, and no file descriptor is held that the program could close. Blocks are allocated
 * before they are mapped, so a full disk shows as an error here and never as a signal. */
#ifndef CAPTURE_JOURNAL_FILE_H
#define CAPTURE_JOURNAL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct journal_file {
    const char *path;
    char fill;     /* what bytes that stay unused before another mapping become */
    char *next;    /* the first unused byte of the mapping */
    size_t left;   /* bytes from there to its end */
    uint64_t size; /* of the file up to the mapping's end */
};

/* `n` zero bytes at the end and, if offset is not NULL, where they are in the file. NULL where
 * there is no room. */
void *journal_file_take(struct journal_file *f, size_t n, uint64_t *offset);

/* Writes a file of `n` bytes, or leaves none. It appears under its name when it is whole. */
bool journal_file_write(const char *path, const void *bytes, uint64_t n);

#endif
