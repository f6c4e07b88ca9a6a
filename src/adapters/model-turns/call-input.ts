import { isRecord } from "../../values/index.js";

/** Returns the input of a call as the object that providers expect back; any other value is wrapped. */
export function callInput(input: unknown): Record<string, unknown> {
  const plain = plainJson(input);
  if (isRecord(plain)) return plain;
  return plain === undefined || plain === null ? {} : { input: plain };
}

/** Returns the input of a call as JSON text. */
export function callArguments(input: unknown): string {
  return JSON.stringify(callInput(input));
}

function plainJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return undefined;
  }
}
