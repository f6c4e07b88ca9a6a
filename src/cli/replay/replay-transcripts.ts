import { createHash } from "node:crypto";
import { describeThrown } from "../../contract/index.js";
import type { PermissionPreset } from "../../permissions/index.js";
import type { ToolsetName } from "../../toolsets/index.js";
import { CallJudge } from "./call-judge.js";
import { FormatTally, type SlowestCall } from "./format-tally.js";
import { readEvents } from "./read-events.js";
import { readRecords } from "./read-records.js";
import { replayEdit } from "./replay-edit.js";
import {
  TOOLSET_OF,
  type TranscriptEvent,
  type TranscriptFormat,
  type TranscriptState,
} from "./transcript.js";
import type { TranscriptFile } from "./transcript-files.js";

/** Bytes of a key: 96 bits, so that two of a billion calls hardly share one. */
const KEY_BYTES = 12;

/**
 * Returns a short key of a call. A session is often logged several times, so equal calls with the same id count once;
 * the input is part of the key, because some providers number the calls of each reply from one.
 */
function callKey({ format, id, ...event }: TranscriptEvent): string {
  const what = event.type === "call" ? [event.name, event.input] : ["edit", event.change];
  const text = JSON.stringify([format, id, ...what]) ?? "";
  return createHash("sha256").update(text).digest().subarray(0, KEY_BYTES).toString("latin1");
}

/** Most skipped records of which the report keeps the reason; the others are counted. */
const MAX_SKIPPED = 20;

/** How often a call that seems to be the slowest is judged again. */
const REPETITIONS = 3;

/** Options of {@link replayTranscripts}. */
export interface ReplayOptions {
  /** The toolset of all transcripts. Default: that of each format. */
  readonly toolset?: ToolsetName | undefined;
  readonly permissions: PermissionPreset;
  readonly isTrusted: boolean;
  /** Stops the replay after the current record; the report has the figures so far. */
  readonly signal: AbortSignal;
  /** Receives the number of bytes that were read so far. */
  readonly onProgress?: (bytes: number) => void;
}

/** A record, or a file, that was skipped. */
export interface SkippedRecord {
  readonly file: string;
  /** From 1; absent for a whole file. */
  readonly line?: number;
  readonly problem: string;
}

/** The figures of a replay. Plain JSON after `JSON.stringify`. */
export interface ReplayReport {
  readonly files: number;
  readonly bytes: number;
  readonly records: number;
  readonly skippedRecords: number;
  /** The first skipped records. */
  readonly skipped: readonly SkippedRecord[];
  readonly formats: Readonly<Partial<Record<TranscriptFormat, FormatTally>>>;
  /** The call that took longest to resolve and judge. */
  readonly slowest?: SlowestCall;
}

/**
 * Replays the calls of transcripts: resolves and judges each one and applies the edits in memory. Executes nothing.
 *
 * A record that cannot be read is skipped and reported. Memory is limited by the largest record and by a short key for
 * each distinct call.
 */
export async function replayTranscripts(
  files: readonly TranscriptFile[],
  options: ReplayOptions,
): Promise<ReplayReport> {
  await using replay = new Replay(options);
  for (const file of files) {
    if (options.signal.aborted) break;
    await replay.read(file);
  }
  return replay.report();
}

class Replay implements AsyncDisposable {
  readonly #options: ReplayOptions;
  readonly #judges = new Map<ToolsetName, CallJudge>();
  readonly #formats: Partial<Record<TranscriptFormat, FormatTally>> = {};
  readonly #seen = new Set<string>();
  readonly #skipped: SkippedRecord[] = [];
  #slowest: SlowestCall | undefined;
  #files = 0;
  #bytes = 0;
  #records = 0;
  #skippedRecords = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  async read({ path, shownPath: file }: TranscriptFile): Promise<void> {
    this.#files += 1;
    const state: TranscriptState = { pending: new Map() };
    const onBytes = (count: number): void => {
      this.#bytes += count;
      this.#options.onProgress?.(this.#bytes);
    };
    try {
      for await (const record of readRecords(path, onBytes)) {
        if (this.#options.signal.aborted) return;
        this.#records += 1;
        if ("problem" in record) this.#skip({ file, line: record.line, problem: record.problem });
        else await this.#replay(record.value, state, { file, line: record.line });
      }
    } catch (thrown) {
      this.#skip({ file, problem: `it cannot be read: ${describeThrown(thrown)}` });
    }
  }

  report(): ReplayReport {
    return {
      files: this.#files,
      bytes: this.#bytes,
      records: this.#records,
      skippedRecords: this.#skippedRecords,
      skipped: this.#skipped,
      formats: this.#formats,
      ...(this.#slowest !== undefined && { slowest: this.#slowest }),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const judge of this.#judges.values()) await judge[Symbol.asyncDispose]();
  }

  async #replay(
    value: unknown,
    state: TranscriptState,
    at: Pick<SlowestCall, "file" | "line">,
  ): Promise<void> {
    for (const event of readEvents(value, state)) {
      try {
        await this.#replayEvent(event, state, at);
      } catch (thrown) {
        const what = event.type === "call" ? `the call of ${event.name}` : "an edit";
        this.#skip({ ...at, problem: `${what} cannot be replayed: ${describeThrown(thrown)}` });
      }
    }
  }

  async #replayEvent(
    event: TranscriptEvent,
    state: TranscriptState,
    at: Pick<SlowestCall, "file" | "line">,
  ): Promise<void> {
    const key = callKey(event);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const tally = this.#tallyOf(event.format);
    if (event.type === "edit") {
      tally.addEdits(replayEdit(event));
      return;
    }
    if (tally.addForeign(event)) return;
    const judge = this.#judgeOf(event.format);
    const judged = await judge.judge(event, state);
    tally.addCall(judged);
    let ms = judged.durationMs;
    // The least of some times: collecting garbage and compiling code are not the call's.
    for (let again = 0; again < REPETITIONS && ms > (this.#slowest?.ms ?? 0); again += 1) {
      ms = Math.min(ms, (await judge.judge(event, state)).durationMs);
    }
    if (ms > (this.#slowest?.ms ?? 0)) this.#slowest = { tool: judged.toolName, ms, ...at };
  }

  #tallyOf(format: TranscriptFormat): FormatTally {
    const tally = this.#formats[format] ?? new FormatTally(this.#toolsetOf(format));
    this.#formats[format] = tally;
    return tally;
  }

  #judgeOf(format: TranscriptFormat): CallJudge {
    const toolset = this.#toolsetOf(format);
    const { permissions, isTrusted } = this.#options;
    const judge = this.#judges.get(toolset) ?? new CallJudge({ toolset, permissions, isTrusted });
    this.#judges.set(toolset, judge);
    return judge;
  }

  #toolsetOf(format: TranscriptFormat): ToolsetName {
    return this.#options.toolset ?? TOOLSET_OF[format];
  }

  #skip(record: SkippedRecord): void {
    this.#skippedRecords += 1;
    if (this.#skipped.length < MAX_SKIPPED) this.#skipped.push(record);
  }
}
