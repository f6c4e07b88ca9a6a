export type { McpToolOutput } from "./call-content.js";
export { connectMcp, type McpConnection } from "./connect-mcp.js";
export { connectMcpServers, type McpConnections } from "./connect-mcp-servers.js";
export type { ConnectMcpOptions } from "./connect-options.js";
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from "./http-handler.js";
export type { McpCallResult, McpClient, McpListedTool, McpRequestOptions } from "./mcp-client.js";
export { McpError, type McpErrorCode } from "./mcp-error.js";
export {
  type McpHttpTransport,
  type McpServing,
  type McpTransport,
  type ServeMcpOptions,
  serveMcp,
} from "./serve-mcp.js";
export type { ServedIdentity, ServedRuntime } from "./serve-session.js";
export {
  type McpHttpServer,
  type McpServerConfig,
  type McpStdioServer,
  readMcpServers,
} from "./server-config.js";
export { MAX_TOOLS_PER_SERVER } from "./tool-table.js";
