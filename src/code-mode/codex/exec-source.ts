import { ToolError } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";

/** The start of a first line with settings. */
const PRAGMA = "// @exec:";

const FIELDS = "`yield_time_ms` and `max_output_tokens`";

/** A program of Codex' `exec`, with the settings of its first line. */
export interface ExecSource {
  readonly code: string;
  readonly yieldTimeMs?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
}

/**
 * Reads the input of `exec`. A first line such as `// @exec: {"yield_time_ms": 10000}` has settings; it becomes an empty
 * line, so that errors name the lines of the input. Throws `invalid-input` for other settings.
 *
 * @example readExecSource('// @exec: {"yield_time_ms": 500}\ntext(1)'); // { code: "\ntext(1)", yieldTimeMs: 500 }
 */
export function readExecSource(input: string): ExecSource {
  if (input.trim() === "") {
    throw invalid(
      `exec expects raw JavaScript, optionally after a first line \`${PRAGMA} {"yield_time_ms": 10000}\`.`,
    );
  }
  const end = input.indexOf("\n");
  const first = (end < 0 ? input : input.slice(0, end)).trimStart();
  if (!first.startsWith(PRAGMA)) return { code: input };
  const code = end < 0 ? "" : input.slice(end);
  if (code.trim() === "") throw invalid("The line of the exec pragma must be followed by JavaScript.");
  const { yield_time_ms: yieldTimeMs, max_output_tokens: maxOutputTokens } = readPragma(
    first.slice(PRAGMA.length),
  );
  return { code, yieldTimeMs, maxOutputTokens };
}

interface Pragma {
  readonly yield_time_ms?: number;
  readonly max_output_tokens?: number;
}

function readPragma(text: string): Pragma {
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw invalid(`The exec pragma must be valid JSON with the fields ${FIELDS}.`);
  }
  if (!isRecord(settings)) throw invalid(`The exec pragma must be a JSON object with the fields ${FIELDS}.`);
  for (const [name, value] of Object.entries(settings)) {
    if (name !== "yield_time_ms" && name !== "max_output_tokens")
      throw invalid(`The exec pragma supports only ${FIELDS}, not \`${name.slice(0, 100)}\`.`);
    if (value !== null && !(Number.isSafeInteger(value) && (value as number) >= 0))
      throw invalid(`The field \`${name}\` of the exec pragma must be a non-negative integer.`);
  }
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Pragma;
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
