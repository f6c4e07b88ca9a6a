import { findOversizedJson } from "../../schema/index.js";

/**
 * The arguments of a call as their JSON says, or as they are when it says nothing certain.
 *
 * Nothing at all counts as `{}`. One object written twice in a row, a slip of streams that are joined twice, counts once.
 * Anything else that is no JSON stays text, for the pipeline to answer with an error that shows it: what was cut off or
 * mixed up is never guessed at. So does text that is more than an input may hold: to parse a million keys takes a second, and
 * nothing else runs meanwhile.
 */
export function parseArguments(written: unknown): unknown {
  if (written === undefined || written === null) return {};
  if (typeof written !== "string") return written;
  const text = written.trim();
  if (text === "") return {};
  if (findOversizedJson(text) !== undefined) return written;
  return parsed(text) ?? parsed(firstHalf(text)) ?? written;
}

/** An object or a list as JSON; `undefined` for anything else. */
function parsed(text: string | undefined): object | undefined {
  if (text === undefined || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** The text that is written twice here, with blanks between at the most. */
function firstHalf(text: string): string | undefined {
  if (!/\}\s*\{/.test(text)) return undefined;
  const half = text.slice(0, Math.ceil(text.length / 2)).trimEnd();
  return text.slice(half.length).trimStart() === half ? half : undefined;
}
