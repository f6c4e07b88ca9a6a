export {
  createMcpHandler,
  HTTP_OPTION_NAMES,
  type McpHandler,
  type McpHandlerOptions,
} from "./http-handler.js";
export {
  IDENTITY_NAMES,
  loadServerSdk,
  loadStdioTransport,
  type ServedIdentity,
  type ServedRuntime,
  serveSession,
} from "./serve-session.js";
