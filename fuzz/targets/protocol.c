/* Fuzzes the reading of messages of the language server. */
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "lsp/json_rpc.h"
#include "lsp/transport.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a = {0};
    int in = open(fuzz_file(&a, "messages", bytes, n), O_RDONLY | O_CLOEXEC);
    int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    struct transport transport = transport_open(FRAMING_HEADERS, in, out);
    char *text;
    size_t length;
    const char *problem;
    while (transport_receive(&transport))
        continue;
    for (enum frame f; (f = transport_next(&transport, &text, &length, &problem)) != FRAME_NONE;) {
        cJSON *json = f == FRAME_MESSAGE ? cJSON_ParseWithLength(text, length) : NULL;
        if (json)
            cJSON_Delete(rpc_read(json).root);
    }
    transport_close(&transport);
    close(in);
    close(out);
    arena_free(&a);
    return 0;
}
