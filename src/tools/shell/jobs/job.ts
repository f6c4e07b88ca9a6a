import { describeThrown, type ShellOutcome, type ToolContext } from "../../../contract/index.js";
import { withDirectory } from "../command-request.js";
import { exitCodeOf } from "../exit-code.js";
import { type OutputEnd, OutputTail } from "../output-tail.js";
import { Utf8Streams } from "../utf8-streams.js";

/** How a job ended. */
export interface JobEnd {
  readonly status: "exited" | "killed" | "timed-out" | "failed";
  /** Absent for a job that failed without having run to an end. */
  readonly exitCode?: number;
  readonly signal?: string;
  /** Where the whole output is, when it was too long to be read at once. */
  readonly savedTo?: string;
  /** Why a job failed. */
  readonly message?: string;
}

/** What a job is made of. */
export interface JobOptions {
  readonly id: string;
  readonly command: string;
  /** Absolute, symlinks resolved. */
  readonly cwd: string;
  readonly description: string | undefined;
  readonly timeoutMs: number | undefined;
  /** Of what one reading gives, in UTF-16 code units. */
  readonly maxOutputCharacters: number;
}

/** A command that runs in the background. */
export class Job {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly description: string | undefined;
  /** Resolves when nothing of the job runs any more; never rejects. */
  readonly ended: Promise<JobEnd>;
  readonly #abort = new AbortController();
  readonly #startedAt = performance.now();
  readonly #unread: OutputTail;
  readonly #started: Promise<void>;
  /** What was printed and nobody has read, once the job has ended: then it takes no more room than its text. */
  #lastOutput: OutputEnd | undefined;
  #end: JobEnd | undefined;
  #endedAt: number | undefined;
  #killed = false;

  /** Starts the job in the shell of a call, and goes on after that call. */
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
    // Told to whoever waits for the start; a failure later on is the end of the job.
    this.#started.catch(() => {});
    this.ended = run.catch((error: unknown) => failure(error)).then((end) => this.#finish(end));
  }

  /** Resolves when the command runs; rejects with the `ToolError` of one that could not be started. */
  started(): Promise<void> {
    return this.#started;
  }

  get end(): JobEnd | undefined {
    return this.#end;
  }

  get durationMs(): number {
    return (this.#endedAt ?? performance.now()) - this.#startedAt;
  }

  /** Gives what was printed since the last reading. */
  read(): OutputEnd {
    if (this.#end === undefined) return this.#unread.take("more-to-come");
    const output = this.#lastOutput ?? { text: "" };
    this.#lastOutput = undefined;
    return output;
  }

  /** Ends the job and all it started; resolves when nothing of it runs any more. */
  kill(): Promise<JobEnd> {
    if (this.#end === undefined) this.#killed = true;
    this.#abort.abort();
    return this.ended;
  }

  async #run(
    { command, cwd, timeoutMs, maxOutputCharacters }: JobOptions,
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
        cwd,
        signal: this.#abort.signal,
        onStart,
        onOutput: (chunk, stream) => streams.add(chunk, stream),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
    } catch (error) {
      await whole.discard();
      throw withDirectory(error, cwd);
    }
    streams.finish();
    // Who read often enough has seen it all; that costs a file, where the other mistake would cost the output.
    const stored = bytesInAll > maxOutputCharacters ? await whole.finish() : await whole.discard();
    return {
      status: outcome.reason === "exit" ? "exited" : outcome.reason === "abort" ? "killed" : "timed-out",
      exitCode: exitCodeOf(outcome),
      ...(outcome.signal !== undefined && { signal: outcome.signal }),
      ...(stored?.kept && { savedTo: stored.path }),
    };
  }

  #finish(end: JobEnd): JobEnd {
    // A command that ended by itself in the moment it was to be killed did not need it.
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
