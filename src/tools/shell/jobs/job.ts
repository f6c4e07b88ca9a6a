import {
  createQuietController,
  describeThrown,
  type ShellLanguage,
  type ShellOutcome,
  type ToolContext,
} from "../../../contract/index.js";
import { withDirectory } from "../command-request.js";
import { exitCodeOf } from "../exit-code.js";
import { type OutputEnd, OutputTail } from "../output-tail.js";
import { Utf8Streams } from "../utf8-streams.js";

/** The end of a job. */
export interface JobEnd {
  readonly status: "exited" | "killed" | "timed-out" | "failed";
  /** Absent for a job that failed before it exited. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Path of the whole output, when it was too long to be read at once. */
  readonly savedTo?: string;
  /** Why a job failed. */
  readonly message?: string;
}

/** Options of a job. */
export interface JobOptions {
  readonly id: string;
  readonly command: string;
  readonly language?: ShellLanguage | undefined;
  /** Absolute, symlinks resolved. */
  readonly cwd: string;
  readonly description: string | undefined;
  readonly timeoutMs: number | undefined;
  /** Most UTF-16 code units of one read. */
  readonly maxOutputCharacters: number;
  /** Whether the command gets a standard input that stays open. Default false. */
  readonly takesInput?: boolean;
}

/** A command that runs in the background. */
export class Job {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly description: string | undefined;
  /** Resolves when no process of the job runs any more; never rejects. */
  readonly ended: Promise<JobEnd>;
  readonly #abort = createQuietController();
  readonly #startedAt = performance.now();
  readonly #unread: OutputTail;
  readonly #started: Promise<void>;
  /** Output that was not read before the job ended, kept as text to save memory. */
  #lastOutput: OutputEnd | undefined;
  #end: JobEnd | undefined;
  #endedAt: number | undefined;
  #killed = false;
  #write: ((bytes: Uint8Array) => void) | undefined;

  /** Starts the job in the shell of a call, and lets it continue after that call. */
  constructor(options: JobOptions, context: Pick<ToolContext, "shell" | "outputs">) {
    this.id = options.id;
    this.command = options.command;
    this.cwd = options.cwd;
    this.description = options.description;
    this.#unread = new OutputTail(options.maxOutputCharacters);
    let onStart: () => void = () => {};
    const running = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const run = this.#run(options, context, onStart);
    this.#started = Promise.race([running, run.then(() => {})]);
    // `started` reports this failure; a later failure ends the job.
    this.#started.catch(() => {});
    this.ended = run.catch((error: unknown) => failure(error)).then((end) => this.#finish(end));
  }

  /** Resolves when the command runs; rejects with a `ToolError` if it could not be started. */
  started(): Promise<void> {
    return this.#started;
  }

  get end(): JobEnd | undefined {
    return this.#end;
  }

  get durationMs(): number {
    return (this.#endedAt ?? performance.now()) - this.#startedAt;
  }

  /** Returns the output since the last read. */
  read(): OutputEnd {
    if (this.#end === undefined) return this.#unread.take("more-to-come");
    const output = this.#lastOutput ?? { text: "" };
    this.#lastOutput = undefined;
    return output;
  }

  /** Writes to the standard input of the job; returns false if it has none, or has ended. */
  write(text: string): boolean {
    if (this.#end !== undefined || this.#write === undefined) return false;
    this.#write(new TextEncoder().encode(text));
    return true;
  }

  /** Ends the job and all its processes; resolves when none of them runs any more. */
  kill(): Promise<JobEnd> {
    if (this.#end === undefined) this.#killed = true;
    this.#abort.abort();
    return this.ended;
  }

  async #run(
    { command, language, cwd, timeoutMs, maxOutputCharacters, takesInput }: JobOptions,
    { shell, outputs }: Pick<ToolContext, "shell" | "outputs">,
    onStart: () => void,
  ): Promise<JobEnd> {
    const whole = outputs.open();
    let bytesInAll = 0;
    const streams = new Utf8Streams((bytes) => {
      bytesInAll += bytes.length;
      whole.append(bytes);
      this.#unread.write(bytes);
    });
    let outcome: ShellOutcome;
    try {
      outcome = await shell.run({
        command,
        language,
        cwd,
        signal: this.#abort.signal,
        onStart,
        ...(takesInput === true && {
          onInputOpen: (write: (bytes: Uint8Array) => void) => {
            this.#write = write;
          },
        }),
        onOutput: (chunk, stream) => streams.add(chunk, stream),
        timeoutMs,
      });
    } catch (error) {
      await whole.discard();
      throw withDirectory(error, cwd);
    }
    streams.finish();
    // If all output was read in time, this stores an unneeded file; the opposite mistake would lose output.
    const stored = bytesInAll > maxOutputCharacters ? await whole.finish() : await whole.discard();
    return {
      status: outcome.reason === "exit" ? "exited" : outcome.reason === "abort" ? "killed" : "timed-out",
      exitCode: exitCodeOf(outcome),
      ...(outcome.signal !== undefined && { signal: outcome.signal }),
      ...(stored?.kept && { savedTo: stored.path }),
    };
  }

  #finish(end: JobEnd): JobEnd {
    // A command that ended just before it was killed did not need it.
    const status = end.status === "killed" && !this.#killed ? "failed" : end.status;
    this.#lastOutput = this.#unread.take("ended");
    this.#endedAt = performance.now();
    this.#end = { ...end, status };
    return this.#end;
  }
}

function failure(error: unknown): JobEnd {
  const message = describeThrown(error);
  return { status: "failed", message };
}
