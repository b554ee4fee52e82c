/* dump-sass [--operands | --summary | --all] ARCH FILE: machine code of one function for sm_ARCH, a
 * file of its bytes as they are, as dump_code() prints it; with the registers that each instruction
 * reads and writes, R8:4 for four from R8 on; or how many instructions there are, how many of them
 * have no row, whether branches stay within the function, and the registers that are named; or all
 * of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/ir/names.h"
#include "codegen/object/sass/sass.h"

static uint8_t *read_file(struct arena *a, const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        fprintf(stderr, "dump-sass: cannot read %s\n", path);
        exit(1);
    }
    uint8_t *bytes = NULL;
    size_t room = 0, got;
    do {
        bytes = arena_grow(a, bytes, room, room + BUFSIZ);
        got = fread(bytes + room, 1, BUFSIZ, f);
        *n = room + got;
        room += BUFSIZ;
    } while (got == BUFSIZ);
    fclose(f);
    return bytes;
}

static void print_registers(const struct code_registers *list, size_t n) {
    static const char *const files[] = {"", "R", "UR", "P", "A"};
    for (size_t i = 0; i < n && list[i].file; i++) {
        printf(" %s%u", files[list[i].file], list[i].first);
        if (list[i].n > 1)
            printf(":%u", list[i].n);
    }
}

static void print_operands(const struct code *c) {
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        const struct code_instruction *in = &c->instructions[i];
        printf("%x %s %s", in->address, in->unknown ? "?" : in->name,
               class_text((enum op_class)in->cls));
        if (in->products)
            printf(" x%u", in->products);
        printf(" <-");
        print_registers(in->reads, CODE_READS);
        printf(" ->");
        print_registers(in->writes, CODE_WRITES);
        if (in->sets)
            printf(" sets %#x", in->sets);
        putchar('\n');
    }
}

static unsigned end_of(const struct code_registers *list, size_t n, enum code_file file) {
    unsigned most = 0;
    for (size_t i = 0; i < n && list[i].file; i++)
        if (list[i].file == file && list[i].first + list[i].n > most)
            most = list[i].first + list[i].n;
    return most;
}

static void print_summary(const struct code *c) {
    unsigned vector = 0, scalar = 0, lost = 0, branches = 0;
    for (uint32_t i = 0; i < c->n_instructions; i++) {
        const struct code_instruction *in = &c->instructions[i];
        unsigned ends[] = {end_of(in->reads, CODE_READS, CODE_VECTOR),
                           end_of(in->writes, CODE_WRITES, CODE_VECTOR)};
        unsigned uniform[] = {end_of(in->reads, CODE_READS, CODE_SCALAR),
                              end_of(in->writes, CODE_WRITES, CODE_SCALAR)};
        for (int k = 0; k < 2; k++) {
            vector = ends[k] > vector ? ends[k] : vector;
            scalar = uniform[k] > scalar ? uniform[k] : scalar;
        }
        branches += in->flow == CODE_BRANCH;
        lost += in->flow == CODE_BRANCH && in->target == NONE;
    }
    printf("%u instructions, %u unknown, %u registers, %u uniform ones, %u branches, %u of them "
           "out of the function\n",
           c->n_instructions, c->n_unknown, vector, scalar, branches, lost);
}

int main(int argc, char **argv) {
    const char *mode = argc > 3 ? argv[1] : "";
    if (argc < 3 || argc > 4) {
        fputs("usage: dump-sass [--operands | --summary | --all] ARCH FILE\n", stderr);
        return 2;
    }
    struct arena a = {0};
    size_t n;
    uint8_t *bytes = read_file(&a, argv[argc - 1], &n);
    unsigned arch = (unsigned)strtoul(argv[argc - 2], NULL, 10);
    struct code c = {.kernel = "kernel", .arch = arena_printf(&a, "sm_%u", arch)};
    if (!sass_decode(&a, bytes, n, arch, &c)) {
        printf("no table for sm_%u\n", arch);
        return 1;
    }
    code_find_blocks(&a, &c);
    bool all = strcmp(mode, "--all") == 0;
    if (all || !*mode)
        dump_code(stdout, &c);
    if (all || strcmp(mode, "--operands") == 0)
        print_operands(&c);
    if (all || strcmp(mode, "--summary") == 0)
        print_summary(&c);
    arena_free(&a);
    return 0;
}
