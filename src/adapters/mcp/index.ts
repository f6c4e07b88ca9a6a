export type { McpToolOutput } from "./call-content.js";
export type {
  ConnectMcpOptions,
  McpCallResult,
  McpClient,
  McpListedTool,
  McpRequestOptions,
  McpServerSettings,
} from "./client/index.js";
export {
  connectMcp,
  connectMcpServers,
  MAX_TOOLS_PER_SERVER,
  type McpConnection,
  type McpConnections,
  type McpHttpServer,
  type McpServerConfig,
  type McpStdioServer,
  readMcpServers,
} from "./client/index.js";
export { McpError, type McpErrorCode } from "./mcp-error.js";
export {
  type McpHttpTransport,
  type McpServing,
  type McpTransport,
  type ServeMcpOptions,
  serveMcp,
} from "./serve-mcp.js";
export type { ServedIdentity, ServedRuntime } from "./server/index.js";
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from "./server/index.js";
