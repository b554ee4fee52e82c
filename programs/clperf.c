#include "calibrate/command.h"
#include "capture/command.h"
#include "capture/validate_command.h"
#include "driver/clperf_command.h"
#include "lsp/mcp/server.h"
#include "lsp/server.h"

static const struct companion_command more[] = {
    {"capture", "...", "runs a program and writes a manifest of what it launches", capture_command},
    {"trace", "...", "runs a sequential program and writes a manifest of its loops",
     capture_command},
    {"calibrate", "...", "measures a device and writes its description", calibrate_command},
    {"validate", "...", "compares predictions with the times of a program's launches",
     validate_command},
    {"lsp", "", "a language server, for editors", lsp_command},
    {"mcp", "", "the analyses as tools, for coding assistants", mcp_command},
};

int main(int argc, char **argv) {
    return clperf_companion(argc, argv, more, sizeof more / sizeof *more);
}
