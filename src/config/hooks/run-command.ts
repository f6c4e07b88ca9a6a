import type { Shell } from "../../contract/index.js";
import type { ConfiguredHook } from "./configured-hook.js";

/** Most output of a hook, in bytes of each stream; then it is stopped. Its answer has a few hundred. */
const MAX_HOOK_OUTPUT_BYTES = 256 * 1024;

/** The end of the process of a hook. */
export interface HookOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command of a hook. */
export interface HookCommand {
  readonly hook: ConfiguredHook;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/**
 * Runs the command of a hook with JSON on its standard input. The shell ends all of its processes after the time limit,
 * after too much output, and when the signal aborts.
 *
 * @throws Error for a command that was stopped
 */
export async function runHookCommand(
  shell: Shell,
  { hook: { command, cwd, timeoutMs, dialect }, input, signal }: HookCommand,
): Promise<HookOutcome> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const streams = { stdout: new BoundedText(), stderr: new BoundedText() };
  try {
    const { exitCode, reason } = await shell.run({
      command,
      cwd,
      timeoutMs,
      signal: stopping.signal,
      input: new TextEncoder().encode(JSON.stringify(input)),
      environment: Object.fromEntries(dialect.projectVariables.map((name) => [name, cwd])),
      onOutput: (chunk, stream) => {
        if (!streams[stream].add(chunk)) stop();
      },
    });
    const { stdout, stderr } = streams;
    if (stdout.isFull || stderr.isFull)
      throw new Error(`The hook was stopped: it wrote more than ${MAX_HOOK_OUTPUT_BYTES} bytes.`);
    if (reason === "timeout") throw new Error(`The hook was stopped after ${timeoutMs / 1000} seconds.`);
    if (reason !== "exit") throw new Error("The hook was stopped.");
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The output of one stream, up to a limit. */
class BoundedText {
  readonly #decoder = new TextDecoder();
  #pieces: string[] = [];
  #bytes = 0;

  get isFull(): boolean {
    return this.#bytes > MAX_HOOK_OUTPUT_BYTES;
  }

  /** Adds bytes; returns false once there are too many. */
  add(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength;
    if (this.isFull) this.#pieces = [];
    else this.#pieces.push(this.#decoder.decode(chunk, { stream: true }));
    return !this.isFull;
  }

  text(): string {
    return (this.#pieces.join("") + this.#decoder.decode()).trim();
  }
}
