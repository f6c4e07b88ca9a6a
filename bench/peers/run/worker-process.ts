import { type ChildProcess, fork } from "node:child_process";
import type { WorkerAnswer, WorkerRequest } from "./messages.js";

/** One repetition may take this long. */
const REPETITION_LIMIT_MS = 150_000;
/** A row that counts makes many calls, and opening includes the import of the peer. */
const COUNT_LIMIT_MS = 240_000;

/** A process that runs rows for one peer. */
export class WorkerProcess {
  readonly #child: ChildProcess;

  /**
   * Starts the process.
   *
   * @param options - `program`: the built worker; `home`: the folder for settings and logs of the peer
   */
  constructor(peer: string, { program, home }: { readonly program: string; readonly home: string }) {
    this.#child = fork(program, [peer], {
      execArgv: ["--expose-gc"],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, HOME: home, NO_COLOR: "1" },
    });
  }

  /** Whether the process still answers. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /** Sends a request and returns the answer; a process that takes too long or ends has failed. */
  request(request: WorkerRequest): Promise<WorkerAnswer> {
    const limitMs =
      request.type === "repeat" || request.type === "close" ? REPETITION_LIMIT_MS : COUNT_LIMIT_MS;
    return new Promise((settle) => {
      const finish = (answer: WorkerAnswer) => {
        clearTimeout(timer);
        this.#child.off("message", onMessage);
        this.#child.off("exit", onExit);
        settle(answer);
      };
      const onMessage = (message: unknown) => finish(message as WorkerAnswer);
      const onExit = (code: number | null, signal: string | null) =>
        finish({ type: "failed", reason: `the process ended (${signal ?? code})` });
      const timer = setTimeout(() => {
        this.end();
        finish({ type: "failed", reason: `took longer than ${limitMs / 1_000} seconds` });
      }, limitMs);
      this.#child.once("message", onMessage);
      this.#child.once("exit", onExit);
      this.#child.send(request, () => undefined);
    });
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
    this.#child.kill("SIGKILL");
  }
}
