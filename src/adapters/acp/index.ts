export { type AcpSession, type AcpSessionOptions, acpSession } from "./acp-session.js";
export type {
  AcpClient,
  AcpClientCapabilities,
  AcpPermissionOption,
  AcpStatus,
  AcpTerminal,
  AcpToolCall,
  AcpToolContent,
  AcpToolUpdate,
} from "./wire-types.js";
