import type { ChildProcess } from "node:child_process";
import { unwatchGroup, watchGroup } from "./host-watch.js";
import { signalGroup } from "./process-tree.js";

/** The commands that run right now, so that they end with the host process. */
export class RunningCommands {
  readonly #children = new Set<ChildProcess>();
  // A host that exits in the middle of a command must not leave it behind.
  readonly #onHostExit = () => {
    for (const child of this.#children) signalGroup(child, "SIGKILL");
  };

  /** Keeps a command on the list until its run is over; gives back the run. */
  async track<Outcome>(child: ChildProcess, run: Promise<Outcome>): Promise<Outcome> {
    const { pid } = child;
    if (this.#children.size === 0) process.on("exit", this.#onHostExit);
    this.#children.add(child);
    if (pid !== undefined) watchGroup(pid);
    try {
      return await run;
    } finally {
      this.#children.delete(child);
      if (pid !== undefined) unwatchGroup(pid);
      if (this.#children.size === 0) process.off("exit", this.#onHostExit);
    }
  }
}
