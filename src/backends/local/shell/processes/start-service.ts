import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { drainOutput } from "./output-drain.js";
import { signalGroup, sweep, terminate } from "./process-tree.js";

/** A program that stays and is talked to: a language server. */
export interface ServiceRequest {
  /** Absolute. */
  readonly program: string;
  readonly parameters: readonly string[];
  /** Absolute, real. */
  readonly cwd: string;
  /** Variables on top of what commands see. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a service came to its end. */
export interface ServiceEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A service that runs. It does not keep this process alive. */
export interface Service {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** When it has ended, and nothing it started is left. */
  readonly ended: Promise<ServiceEnd>;
  /** Ends it with all that it started; resolves like `ended`. */
  end(): Promise<ServiceEnd>;
}

/**
 * Follows a process that was started with pipes on all three ends.
 *
 * @param cookie - what its processes carry in their environment
 */
export function followService(child: ChildProcess, cookie: string): Service {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) {
    throw new TypeError("A service needs pipes on standard input, output and error.");
  }
  let ending: Promise<void> | undefined;
  const follow = async (): Promise<ServiceEnd> => {
    await new Promise<void>((resolve) => child.once("exit", () => resolve()));
    if (ending === undefined) {
      signalGroup(child, "SIGKILL");
      await sweep(cookie);
    } else {
      await ending;
    }
    await drainOutput(child);
    return { exitCode: child.exitCode, signal: child.signalCode };
  };
  const ended = follow();
  for (const stream of [stdin, stdout, stderr]) {
    stream.on("error", () => {});
    // Pipes of a child process are sockets, which their types do not say.
    (stream as unknown as { unref(): void }).unref();
  }
  child.unref();
  return {
    input: stdin,
    output: stdout,
    errors: stderr,
    ended,
    end() {
      ending ??= terminate(child, cookie);
      return ended;
    },
  };
}
