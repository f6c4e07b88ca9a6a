import { findOversizedJson } from "../../schema/index.js";

/**
 * Parses the arguments of a call, or returns them unchanged if they are ambiguous.
 *
 * Empty arguments count as `{}`. One object written twice in a row, an error of streams that are joined twice, counts once.
 * Anything else that is not JSON stays text, and the pipeline answers it with an error that shows it: truncated or mixed-up
 * text is never guessed at. Text above the input limit stays text too: parsing a million keys takes a second and blocks
 * everything else.
 */
export function parseArguments(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return written;
  const text = written.trim();
  if (text === "") return {};
  if (findOversizedJson(text) !== undefined) return written;
  return parsed(text) ?? parsed(firstHalf(text)) ?? written;
}

/** Parses an object or an array as JSON; `undefined` for anything else. */
function parsed(text: string | undefined): object | undefined {
  if (text === undefined || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Returns the text that is repeated here, separated at most by white space. */
function firstHalf(text: string): string | undefined {
  if (!/\}\s*\{/.test(text)) return undefined;
  const half = text.slice(0, Math.ceil(text.length / 2)).trimEnd();
  return text.slice(half.length).trimStart() === half ? half : undefined;
}
