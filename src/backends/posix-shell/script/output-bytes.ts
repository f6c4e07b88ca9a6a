import { Buffer } from "node:buffer";

/** Returns a copy of output that the function of a host passed on. Throws if it is neither a string nor bytes: a list may claim any length. */
export function outputBytes(output: unknown): Buffer {
  if (typeof output === "string") return Buffer.from(output);
  if (ArrayBuffer.isView(output)) return Buffer.from(output as Uint8Array);
  throw new TypeError("its output is neither a string nor a Uint8Array");
}
