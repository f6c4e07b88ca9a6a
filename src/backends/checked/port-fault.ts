import { describeThrown, ignoreRejection, ToolError } from "../../contract/index.js";

/** Codes of system errors such as `ENOENT`, on which the layers above act. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/** Returns the error of a port that returned an unusable value. */
export function unusable(port: string, problem: string): ToolError {
  return new ToolError(
    `The host's ${port} returned a value that cannot be used: ${problem}. This is a fault of the host, not of the call.`,
    { code: "io-error" },
  );
}

/**
 * Returns the error for what a port threw. Tool errors, system errors and aborts stay as they are, because the layers
 * above act on their codes; anything else is replaced by an error that names the port. Never throws.
 */
export function portFault(port: string, thrown: unknown): Error {
  ignoreRejection(thrown);
  try {
    if (ToolError.isInstance(thrown) && isReadable(thrown)) return thrown;
    if (thrown instanceof Error && isReadable(thrown)) {
      const { code, name } = thrown as { readonly code?: unknown; readonly name: string };
      if (name === "AbortError" || (typeof code === "string" && SYSTEM_CODE.test(code))) return thrown;
    }
  } catch {
    // A revoked proxy throws on every access.
  }
  return new ToolError(`The host's ${port} failed: ${describeThrown(thrown)}`, { code: "io-error" });
}

function isReadable({ message, name, stack }: Error): boolean {
  return typeof message === "string" && message !== "" && typeof name === "string" && stack !== null;
}
