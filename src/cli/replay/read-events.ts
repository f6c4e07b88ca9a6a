import { isRecord } from "../../values/index.js";
import { readAiSdk } from "./formats/ai-sdk.js";
import { readClaudeCode } from "./formats/claude-code.js";
import { readCodex } from "./formats/codex.js";
import { readGeminiCli } from "./formats/gemini-cli.js";
import { readOpenCode } from "./formats/opencode.js";
import type { TranscriptEvent, TranscriptState } from "./transcript.js";

/** Reads a record of one format; `undefined` for a record of another. */
type Reader = (
  record: Readonly<Record<string, unknown>>,
  state: TranscriptState,
) => readonly TranscriptEvent[] | undefined;

/** The readers; the first that knows a record reads it. The AI SDK comes last, because its messages have the fewest marks. */
const READERS: readonly Reader[] = [readClaudeCode, readCodex, readOpenCode, readGeminiCli, readAiSdk];

/** Levels of `messages` below a record: a session on one line, or the member of a document. */
const MAX_DEPTH = 2;

/** Returns the calls and edits of a record; empty for a record of another kind. */
export function readEvents(value: unknown, state: TranscriptState): readonly TranscriptEvent[] {
  return eventsWithin(value, state, MAX_DEPTH);
}

function eventsWithin(value: unknown, state: TranscriptState, depth: number): readonly TranscriptEvent[] {
  if (depth < 0) return [];
  if (Array.isArray(value)) return value.flatMap((each) => eventsWithin(each, state, depth - 1));
  if (!isRecord(value)) return [];
  for (const read of READERS) {
    const events = read(value, state);
    // The description of a session on one line stands beside its messages.
    if (events !== undefined && (events.length > 0 || value.messages === undefined)) return events;
  }
  return eventsWithin(value.messages, state, depth - 1);
}
