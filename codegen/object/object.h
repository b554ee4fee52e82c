/* Device code in what a build left: cubins, fat binaries, and host objects, programs and libraries
 * with fat binaries in them. Nothing of NVIDIA's is needed. Whatever is wrong with a file is one
 * line; it takes no more memory than the limits below. */
#ifndef CODEGEN_OBJECT_OBJECT_H
#define CODEGEN_OBJECT_OBJECT_H

#include "base/words.h"
#include "codegen/code/code.h"
#include "codegen/object/piece.h"

/* Of what is read of one file and kept: what is decompressed, and machine code that is decoded. */
enum { OBJECT_MOST_UNPACKED_MIB = 256, OBJECT_MOST_CODE_MIB = 32 };

enum object_kind { OBJECT_OTHER_FILE, OBJECT_CUBIN, OBJECT_FATBIN, OBJECT_HOST };

enum object_entry_kind { OBJECT_PTX = 1, OBJECT_ELF = 2, OBJECT_OTHER_ENTRY };

enum object_packing { OBJECT_PLAIN, OBJECT_LZ4, OBJECT_ZSTD, OBJECT_UNKNOWN_PACKING };

/* Device code for one architecture. */
struct object_entry {
    uint8_t kind;        /* enum object_entry_kind */
    uint8_t packing;     /* enum object_packing */
    char suffix;         /* 'a' of sm_90a, 'f' of sm_100f; '\0': none */
    bool relocatable;    /* to be linked yet (nvcc -rdc=true) */
    unsigned arch;       /* 90 of sm_90a */
    const char *source;  /* the name that the entry has, or "" */
    struct piece packed; /* as the file has it */
    uint64_t bytes;      /* unpacked */
};

struct device_object {
    enum object_kind kind;
    VEC(struct object_entry) entries;
    const char *error;   /* why the rest could not be read, one line; NULL: all was */
    uint64_t may_unpack; /* bytes */
    uint64_t may_decode; /* bytes */
};

/* Whether a file that begins so is a cubin or a fat binary, or an ELF file that may hold one. */
bool object_may_be(struct piece beginning);
/* Finds the entries of a file. An ELF file without device code is OBJECT_OTHER_FILE. Entries borrow
 * the bytes. */
void object_open(struct arena *a, struct piece file, struct device_object *o);
/* The entry's code for sm_`arch`: of that architecture, else of the nearest earlier one of its
 * generation, else the nearest of all. Of several of one architecture, the linked one and that with
 * the same suffix come first. NULL: there is none of that kind. */
const struct object_entry *object_choose(const struct device_object *o, enum object_entry_kind kind,
                                         unsigned arch, char suffix);
/* What was read was freed: as much may be read again. */
void object_renew_limits(struct device_object *o);
/* Decompresses an entry. NULL, or why not, one line. */
const char *object_unpack(struct arena *a, struct device_object *o,
                          const struct object_entry *entry, struct piece *out);
/* Adds the kernels of an OBJECT_ELF entry; m->error says why not all. */
void object_read(struct arena *a, struct device_object *o, const struct object_entry *entry,
                 struct code_module *m);
/* Adds the kernels of a file that is one cubin; m->error says why not all. */
void object_read_cubin(struct arena *a, struct piece cubin, struct code_module *m);
/* Adds the names of the kernels of an OBJECT_PTX entry. NULL, or why not. */
const char *object_ptx_kernels(struct arena *a, struct device_object *o,
                               const struct object_entry *entry, struct words *names);
/* "sm_90a"; of PTX: "compute_90a". */
const char *object_arch(struct arena *a, const struct object_entry *entry);

#endif
