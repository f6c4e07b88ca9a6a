import { ToolError } from "../../contract/index.js";

/**
 * Returns an error about a folder or about the intent log as an error about the path that is being changed; any other
 * value unchanged.
 *
 * @param what - the first sentence of the message
 */
export function withPath(error: unknown, what: string, path: string): unknown {
  if (!ToolError.isInstance(error)) return error;
  const { code, message, retryable, cause } = error;
  return new ToolError(`${what} ${message}`, { code, absolutePath: path, retryable, cause });
}
