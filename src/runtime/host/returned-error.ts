import { ToolError } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

const RESULT_KEYS: readonly string[] = ["status", "error"];
const ERROR_KEYS: readonly string[] = ["message", "errorCode", "absolutePath"];

/**
 * Returns the error that a tool returned instead of throwing it: exactly `{ status: "error", error: { message, errorCode?,
 * absolutePath? } }`, the form of the Amp specification. Returns `undefined` for any other output, which is a result.
 */
export function returnedError(output: unknown): ToolError | undefined {
  if (!isRecord(output) || output.status !== "error" || !hasOnly(output, RESULT_KEYS)) return undefined;
  const { error } = output;
  if (!isRecord(error) || !hasOnly(error, ERROR_KEYS)) return undefined;
  const { message, errorCode, absolutePath } = error;
  if (typeof message !== "string" || message === "") return undefined;
  if (!isTextOrAbsent(errorCode) || !isTextOrAbsent(absolutePath)) return undefined;
  return new ToolError(message, {
    code: errorCode,
    absolutePath,
  });
}

function hasOnly(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
