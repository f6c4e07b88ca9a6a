import { isRecord } from "../../values/index.js";

/** The input of a call as the object that providers want to see again; one that was none is shown as it came. */
export function callInput(input: unknown): Record<string, unknown> {
  const plain = plainJson(input);
  if (isRecord(plain)) return plain;
  return plain === undefined || plain === null ? {} : { input: plain };
}

/** The same as text. */
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
