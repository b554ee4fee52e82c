/* tools.json as a text, made at build. */
#ifndef LSP_MCP_TOOLS_EMBEDDED_H
#define LSP_MCP_TOOLS_EMBEDDED_H

extern const char mcp_tools[];

#endif
