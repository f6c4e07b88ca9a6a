import { exceededLimit } from "./message-limits.js";
import { programError } from "./program-error.js";
import type { ProgramEnd } from "./program-run-options.js";

/** Characters of a stack that are searched for the line of the program. */
const MAX_STACK = 4_000;

/** Reads the return value of the code around a program, which the program may have forged. */
export function readEnd(returned: unknown, lines: number): ProgramEnd {
  const limit = typeof returned === "string" ? exceededLimit(returned) : undefined;
  if (limit !== undefined) {
    const message = `The program returned more than ${limit}. Return less: a part, a count or a summary.`;
    return { type: "error", error: programError(message, "program-limit") };
  }
  let end: { value?: unknown; error?: Record<string, unknown> };
  try {
    // The text of an object of a host's engine, such as a long list, may have no end.
    end = JSON.parse(typeof returned === "string" ? returned : "") as typeof end;
    if (typeof end !== "object" || end === null) throw new TypeError("not an object");
  } catch {
    return { type: "error", error: programError("The program ended without a value.", "program-failed") };
  }
  if (typeof end.error !== "object" || end.error === null) return { type: "value", value: end.value };
  const { name, message, stack } = end.error;
  const where = typeof stack === "string" ? lineOf(stack.slice(0, MAX_STACK), lines) : undefined;
  const label = typeof name === "string" && name !== "Error" ? `${name}: ` : "";
  const text = `${label}${String(message)}${where === undefined ? "" : ` (line ${where})`}`;
  return { type: "error", error: programError(text, "program-failed") };
}

/** Returns the line of the program in a stack; the code around the program has later lines. */
function lineOf(stack: string, lines: number): number | undefined {
  return [...stack.matchAll(/\.js:(\d{1,7})/g)].map(([, line]) => Number(line)).find((line) => line <= lines);
}
