#include "calibrate/command.h"
#include "capture/command.h"
#include "capture/validate_command.h"
#include "driver/commands/clperf_command.h"
#include "lsp/mcp/server.h"
#include "lsp/server.h"

static const struct companion_command more[] = {
    {"capture", "...", "runs a program and records its launches in a manifest", capture_command},
    {"trace", "...", "runs a sequential program and records its loops in a manifest",
     capture_command},
    {"calibrate", "...", "measures a device and writes its description", calibrate_command},
    {"validate", "...", "compares predictions with the measured times of launches",
     validate_command},
    {"lsp", "", "starts a language server for editors", lsp_command},
    {"mcp", "", "offers the analyses as tools to coding assistants", mcp_command},
};

int main(int argc, char **argv) {
    return clperf_companion(argc, argv, more, sizeof more / sizeof *more);
}
