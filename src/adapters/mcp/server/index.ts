export { createMcpHandler, type McpHandler, type McpHandlerOptions } from "./http-handler.js";
export { loadServerSdk, type ServedIdentity, type ServedRuntime, serveSession } from "./serve-session.js";
