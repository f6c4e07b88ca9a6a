import { ignoreRejection, isThenable } from "./ignore-rejection.js";

/**
 * Returns the most useful short text for a thrown value.
 *
 * Never throws, whatever the value is: a program may throw `undefined`, an object without a prototype, a revoked proxy, or an
 * error whose `message` throws when it is read. A thrown promise is marked as handled, because its rejection would end the process.
 */
export function describeThrown(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown === "" ? "it threw an empty text" : thrown;
    if (typeof thrown !== "object" || thrown === null) return String(thrown);
    if (isThenable(thrown)) {
      ignoreRejection(thrown);
      return "it threw a promise";
    }
    const { message } = thrown as { readonly message?: unknown };
    ignoreRejection(message);
    if (typeof message === "string" && message !== "") return message;
    if (thrown instanceof Error) {
      const { name } = thrown as { readonly name?: unknown };
      ignoreRejection(name);
      return typeof name === "string" && name !== "" ? name : "it threw an error without a message";
    }
    if (ArrayBuffer.isView(thrown)) return `it threw ${thrown.byteLength} bytes`;
    return JSON.stringify(thrown, readOnce) ?? String(thrown);
  } catch (unreadable) {
    ignoreRejection(unreadable);
    return "it threw a value that cannot be printed";
  }
}

/** Marks the promises that getters return as handled. */
function readOnce(_name: string, value: unknown): unknown {
  ignoreRejection(value);
  return value;
}
