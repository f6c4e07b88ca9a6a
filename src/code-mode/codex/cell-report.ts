import type { ContentPart } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { truncateText } from "../../truncation/index.js";

/** Codex: DEFAULT_MAX_OUTPUT_TOKENS. */
const DEFAULT_MAX_OUTPUT_TOKENS = 10_000;

/** Codex estimates four bytes per token. */
const CHARACTERS_PER_TOKEN = 4;

/** State of a program at the end of a call that waited for it. */
export type CellState =
  | { readonly type: "running" }
  | { readonly type: "completed" }
  | { readonly type: "terminated" }
  | { readonly type: "failed"; readonly error: Error };

/** The result of `exec` and `wait`, for the host. */
export interface CodexProgramResult {
  readonly status: "running" | "completed" | "terminated";
  /** For `wait`; absent when the program has ended. */
  readonly cell_id?: string;
  readonly wall_time_seconds: number;
  /** The new output. */
  readonly output: string;
}

/** A report on a program: the result and its content. */
export interface CellReport {
  readonly result: CodexProgramResult;
  readonly content: readonly ContentPart[];
}

const HEADERS = { completed: "Script completed", terminated: "Script terminated", failed: "Script failed" };

/** Options of {@link cellReport}. */
export interface CellReportOptions {
  readonly cellId: string;
  readonly state: CellState;
  /** The new output. */
  readonly parts: readonly ContentPart[];
  readonly durationMs: number;
  readonly maxTokens: number | undefined;
}

/** Returns Codex' report on a program. Throws the report on a program that failed. */
export function cellReport({ cellId, state, parts, durationMs, maxTokens }: CellReportOptions): CellReport {
  const seconds = Math.round(durationMs / 100) / 10;
  const status = state.type === "running" ? `Script running with cell ID ${cellId}` : HEADERS[state.type];
  const header = `${status}\nWall time ${seconds.toFixed(1)} seconds\nOutput:\n`;
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const images = parts.filter(({ type }) => type === "image");
  if (state.type === "failed") {
    const failure = `Script error:\n${state.error.message}`;
    const code = ToolError.isInstance(state.error) ? state.error.code : "program-failed";
    const noted = images.length === 0 ? [] : [`[${images.length} of its images are not shown]`];
    throw new ToolError(`${header}${shortened([...texts, ...noted, failure].join("\n"), maxTokens)}`, {
      code,
    });
  }
  const output = shortened(texts.join("\n"), maxTokens);
  return {
    result: {
      status: state.type,
      ...(state.type === "running" && { cell_id: cellId }),
      wall_time_seconds: seconds,
      output,
    },
    content: [{ type: "text", text: `${header}${output}` }, ...images],
  };
}

/** Returns the start and the end of a text that exceeds a number of tokens. */
function shortened(text: string, tokens: number = DEFAULT_MAX_OUTPUT_TOKENS): string {
  const maxCharacters = Math.max(1, tokens) * CHARACTERS_PER_TOKEN;
  if (text.length <= maxCharacters) return text;
  const half = Math.ceil(maxCharacters / 2);
  const head = truncateText(text, { maxCharacters: half, keep: "head" }, { totals: "skip" }).text;
  const tail = truncateText(text, { maxCharacters: half, keep: "tail" }, { totals: "skip" }).text;
  const omitted = Math.ceil((text.length - head.length - tail.length) / CHARACTERS_PER_TOKEN);
  return `${head}\n…${omitted} tokens truncated…\n${tail}`;
}
