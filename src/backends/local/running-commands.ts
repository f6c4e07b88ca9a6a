import type { ChildProcess } from "node:child_process";
import { signalGroup } from "./process-tree.js";

/** The commands that run right now, so that they end with the host process or with the backend. */
export class RunningCommands {
  readonly #runs = new Map<ChildProcess, Promise<unknown>>();
  // A host that exits in the middle of a command must not leave it behind.
  readonly #onHostExit = () => {
    for (const child of this.#runs.keys()) signalGroup(child, "SIGKILL");
  };

  /** Keeps a command on the list until its run is over; gives back the run. */
  async track<Outcome>(child: ChildProcess, run: Promise<Outcome>): Promise<Outcome> {
    if (this.#runs.size === 0) process.on("exit", this.#onHostExit);
    this.#runs.set(child, run);
    try {
      return await run;
    } finally {
      this.#runs.delete(child);
      if (this.#runs.size === 0) process.off("exit", this.#onHostExit);
    }
  }

  /** Resolves when every command on the list has ended, however it ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#runs.values());
  }
}
