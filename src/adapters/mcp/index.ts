export type { McpToolOutput } from "./call-content.js";
export {
  type ConnectMcpOptions,
  connectMcp,
  MAX_TOOLS_PER_SERVER,
  type McpConnection,
} from "./connect-mcp.js";
export type { McpCallResult, McpClient, McpListedTool, McpRequestOptions } from "./mcp-client.js";
export { McpError, type McpErrorCode } from "./mcp-error.js";
export {
  type McpHttpServer,
  type McpServerConfig,
  type McpStdioServer,
  readMcpServers,
} from "./server-config.js";
