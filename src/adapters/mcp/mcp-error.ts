/** Reason why a server could not be connected or served. */
export type McpErrorCode =
  | "invalid-server-name"
  | "invalid-configuration"
  | "missing-package"
  | "connection-failed"
  | "already-connected";

/** Failure to connect or to serve. The message names the server and the remedy. */
export class McpError extends Error {
  readonly code: McpErrorCode;

  constructor(message: string, options: { readonly code: McpErrorCode; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "McpError";
    this.code = options.code;
  }
}
