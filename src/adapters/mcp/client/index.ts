export { connectMcp, type McpConnection } from "./connect-mcp.js";
export { connectMcpServers, type McpConnections } from "./connect-mcp-servers.js";
export type { ConnectMcpOptions } from "./connect-options.js";
export type { McpCallResult, McpClient, McpListedTool, McpRequestOptions } from "./mcp-client.js";
export {
  type McpHttpServer,
  type McpServerConfig,
  type McpServerSettings,
  type McpStdioServer,
  readMcpServers,
} from "./server-config.js";
export { MAX_TOOLS_PER_SERVER } from "./tool-table.js";
