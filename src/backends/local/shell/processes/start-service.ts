import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { drainOutput } from "./output-drain.js";
import { signalGroup, sweep, terminate } from "./process-tree.js";
import { unrefPipe } from "./unref-pipe.js";

/** A request for a long-running program with pipes, such as a language server. */
export interface ServiceRequest {
  /** Absolute path. */
  readonly program: string;
  readonly parameters: readonly string[];
  /** Absolute, real path. */
  readonly cwd: string;
  /** Variables in addition to those of commands. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Result of a service that has ended. */
export interface ServiceEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running service. It does not keep this process alive. */
export interface Service {
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Resolves when the service has ended and none of its processes is left. */
  readonly ended: Promise<ServiceEnd>;
  /** Ends the service with all its processes; resolves like `ended`. */
  end(): Promise<ServiceEnd>;
}

/**
 * Follows a process that was started with pipes for all three streams.
 *
 * @param cookie - cookie in the environment of its processes
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
    unrefPipe(stream);
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
