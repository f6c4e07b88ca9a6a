import {
  createQuietController,
  type OutputWriter,
  type ToolContext,
  ToolError,
  type ToolSession,
} from "../../contract/index.js";
import { shellQuoted } from "../../text/index.js";
import { exitCodeOf } from "./exit-code.js";
import { type OutputEnd, OutputTail } from "./output-tail.js";
import { Utf8Streams } from "./utf8-streams.js";

/** The end of a command in a persistent shell. */
export interface PersistentEnd {
  /** Both streams in order of arrival, without escape sequences; only the end if it was too long. */
  readonly output: string;
  readonly omitted?: OutputEnd["omitted"];
  /** Absent if the command had not ended in time. */
  readonly exitCode?: number;
  /** Whether the shell ended with the command: by `exit`, or because it took too long. */
  readonly shellEnded: boolean;
}

interface RunningCommand {
  readonly mark: string;
  readonly tail: OutputTail;
  readonly whole: OutputWriter;
  readonly end: (end: { readonly exitCode?: number; readonly shellEnded: boolean }) => void;
  /** The last characters, in which the mark may have begun. */
  last: string;
}

/** Longest exit code and line ends beside a mark. */
const MARK_MARGIN = 16;

const SHELLS = Symbol("collet.persistent-shell");

/** The file of the shell: it reads commands from its standard input, and its errors go where its output goes. */
const SHELL_COMMAND = "exec bash --noprofile --norc 2>&1";

/** One shell of a session, which keeps its folder, variables and functions between commands. It ends with the session. */
export class PersistentShell {
  readonly #abort = createQuietController();
  #write: ((bytes: Uint8Array) => void) | undefined;
  #command: RunningCommand | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** Returns the shell of a session; `undefined` before the first command and after its end. */
  static of(session: ToolSession): PersistentShell | undefined {
    const shell = session.memory.get(SHELLS);
    return shell instanceof PersistentShell && !shell.#isOver ? shell : undefined;
  }

  /** Starts the shell of a session. Throws `not-supported` where no shell takes input, and the errors of the shell. */
  static async start(cwd: string, context: ToolContext): Promise<PersistentShell> {
    const { session, shell: port } = context;
    if (port.takesInput !== true || session.onDispose === undefined) {
      throw new ToolError("This environment cannot keep a shell between commands.", {
        code: "not-supported",
      });
    }
    const shell = new PersistentShell();
    const forget = session.onDispose(() => shell.end());
    const streams = new Utf8Streams((bytes) => shell.#read(bytes));
    const opened = new Promise<void>((resolve, reject) => {
      const run = port.run({
        command: SHELL_COMMAND,
        cwd,
        signal: shell.#abort.signal,
        onInputOpen: (write) => {
          shell.#write = write;
          resolve();
        },
        onOutput: (chunk, stream) => streams.add(chunk, stream),
      });
      shell.#ended = run.then(
        (outcome) => {
          streams.finish();
          shell.#finish(exitCodeOf(outcome));
          reject(new ToolError("The shell ended before it could run a command.", { code: "spawn-failed" }));
        },
        (error: unknown) => {
          shell.#finish(undefined);
          reject(error);
        },
      );
      shell.#ended.then(forget, forget);
    });
    await opened;
    session.memory.set(SHELLS, shell);
    return shell;
  }

  /** Runs one command to its end. A command that takes longer than the limit, or is cancelled, ends the shell. */
  async run(
    command: string,
    limits: { readonly timeoutMs: number; readonly maxCharacters: number },
    { signal, outputs, noteTruncation }: ToolContext,
  ): Promise<PersistentEnd> {
    if (this.#command !== undefined) {
      throw new ToolError("The shell still runs another command. Wait for it, or restart the shell.", {
        code: "not-supported",
      });
    }
    // Random, so that no command prints it by chance.
    const mark = `collet-${globalThis.crypto.randomUUID()}`;
    const tail = new OutputTail(limits.maxCharacters + mark.length + MARK_MARGIN);
    const whole = outputs.open();
    const ended = new Promise<{ readonly exitCode?: number; readonly shellEnded: boolean }>((end) => {
      this.#command = { mark, tail, whole, end, last: "" };
    });
    const onStop = () => void this.end();
    const timer = setTimeout(onStop, limits.timeoutMs);
    signal.addEventListener("abort", onStop, { once: true });
    if (signal.aborted) onStop();
    // `eval` runs the text in this shell; its standard input is empty, because the shell reads its commands there.
    const script = `eval ${shellQuoted(command)} </dev/null\nprintf '\\n%s %d\\n' ${mark} "$?"\n`;
    this.#write?.(new TextEncoder().encode(script));
    const end = await ended;
    clearTimeout(timer);
    signal.removeEventListener("abort", onStop);
    this.#command = undefined;
    const { text, omitted } = tail.take("ended");
    const at = text.lastIndexOf(`\n${mark} `);
    const output = withoutTrace(at === -1 ? text : text.slice(0, at), mark);
    if (omitted === undefined) await whole.discard();
    else {
      const stored = await whole.finish();
      noteTruncation({
        omittedBytes: omitted.bytes,
        omittedLines: omitted.lines,
        ...(stored.kept && { savedTo: stored.path }),
      });
    }
    return { output, omitted, ...end };
  }

  /** Ends the shell and everything that it started. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#abort.abort();
    await this.#ended;
  }

  #read(bytes: Uint8Array): void {
    const command = this.#command;
    // Output between two commands comes from programs in the background.
    if (command === undefined) return;
    command.whole.append(bytes);
    command.tail.write(bytes);
    const text = command.last + new TextDecoder().decode(bytes);
    const found = markedCode(text, command.mark);
    if (found !== undefined) command.end({ exitCode: found, shellEnded: false });
    else command.last = text.slice(-(command.mark.length + MARK_MARGIN));
  }

  #finish(exitCode: number | undefined): void {
    const wasStopped = this.#isOver;
    this.#isOver = true;
    const isExit = !wasStopped && exitCode !== undefined;
    this.#command?.end({ ...(isExit && { exitCode }), shellEnded: true });
  }
}

/** Returns the exit code after a mark on its own line; `undefined` if it is not there yet. */
function markedCode(text: string, mark: string): number | undefined {
  const at = text.lastIndexOf(`\n${mark} `);
  if (at === -1) return undefined;
  const end = text.indexOf("\n", at + 1);
  return end === -1 ? undefined : Number(text.slice(at + mark.length + 2, end));
}

/** Removes the line in which a shell that traces its commands (`set -x`) shows that of the mark. */
function withoutTrace(output: string, mark: string): string {
  const at = output.lastIndexOf(mark);
  return at === -1 ? output : output.slice(0, output.lastIndexOf("\n", at) + 1);
}
