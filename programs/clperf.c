#include "capture/command.h"
#include "driver/clperf_command.h"
#include "lsp/mcp/server.h"
#include "lsp/server.h"

static const struct companion_command more[] = {
    {"capture", "...", "runs a program and writes a manifest of what it launches", NULL,
     capture_command},
    {"trace", "...", "runs a sequential program and writes a manifest of its loops", NULL,
     capture_command},
    {"lsp", "", "a language server, for editors", NULL, lsp_command},
    {"mcp", "", "the analyses as tools, for coding assistants", NULL, mcp_command},
};

int main(int argc, char **argv) {
    return clperf_companion(argc, argv, more, sizeof more / sizeof *more);
}
