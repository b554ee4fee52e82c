#include "calibrate/command.h"
#include "capture/command.h"
#include "capture/validate_command.h"
#include "driver/commands/clperf_command.h"
#include "lsp/mcp/server.h"
#include "lsp/server.h"

static const struct companion_command more[] = {
    {"capture", "...", "runs a program and records its launches in a manifest", capture_command, 0,
     0},
    {"trace", "...", "runs a sequential program and records its loops in a manifest",
     capture_command, "capture", "--loops"},
    {"validate", "...", "compares predictions with the measured times of launches",
     validate_command, "capture", "--validate"},
    {"calibrate", "...", "measures a device and writes its description", calibrate_command, 0, 0},
    {"lsp", "", "starts a language server for editors", lsp_command, 0, 0},
    {"mcp", "", "offers the analyses as tools to coding assistants", mcp_command, "lsp", "--mcp"},
};

int main(int argc, char **argv) {
    return clperf_companion(argc, argv, more, sizeof more / sizeof *more);
}
