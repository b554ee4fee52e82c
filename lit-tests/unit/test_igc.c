/* What the section .ze_info of Intel's binaries says of a kernel. */
#include <string.h>

#include "check.h"
#include "codegen/backend/igc.h"

static const char info[] = "kernels:\n"
                           "  - name:            other\n"
                           "    execution_env:\n"
                           "      grf_count:       256\n"
                           "      simd_size:       8\n"
                           "  - name:            f\n"
                           "    execution_env:\n"
                           "      grf_count:       128\n"
                           "      simd_size:       16\n"
                           "    payload_arguments:\n"
                           "      - arg_type:        private_base_stateless\n"
                           "        offset:          56\n"
                           "        size:            8\n"
                           "    per_thread_memory_buffers:\n"
                           "      - type:            global\n"
                           "        usage:           private_space\n"
                           "        size:            256\n"
                           "        is_simt_thread:  true\n"
                           "      - type:            scratch\n"
                           "        usage:           spill_fill_space\n"
                           "        size:            512\n"
                           "    binding_table_indices:\n"
                           "      - bti_value:       0\n"
                           "        size:            7\n"
                           "kernels_misc_info:\n"
                           "  - name:            f\n";

int main(void) {
    struct arena a = {0};
    struct register_use use = {0};
    CHECK(igc_read(&a, info, "f", 32, &use));
    CHECK(strcmp(use.source, "igc, SIMD16") == 0);
    /* 128 registers of 32 bytes for 16 items. */
    CHECK(use.per_item == 64);
    /* 256 bytes of an item's own, and 512 of a thread's for 16 of them. */
    CHECK(use.spill_bytes == 32 && use.private_bytes == 256 + 32);
    CHECK(igc_read(&a, info, "other", 64, &use) && use.per_item == 512);
    CHECK(use.spill_bytes == 0 && use.private_bytes == 0);
    CHECK(!igc_read(&a, info, "missing", 32, &use) && !igc_read(&a, "", "f", 32, &use));
    arena_free(&a);
    return CHECK_DONE();
}
