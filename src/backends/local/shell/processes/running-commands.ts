import type { ChildProcess } from "node:child_process";
import { unwatchGroup, watchGroup } from "./host-watch.js";
import { signalGroup } from "./process-tree.js";

/**
 * The shells with running commands. They share one listener for the exit of the host: a host with many runtimes would otherwise exceed
 * the number of listeners above which Node warns of a leak.
 */
const shells = new Set<RunningCommands>();

/** A host that exits during a command must not leave it running. */
function onHostExit(): void {
  for (const shell of shells) shell.kill();
}

/** The running commands of one shell, so that they end with the host process. */
export class RunningCommands {
  readonly #children = new Set<ChildProcess>();
  readonly #shell: number;

  /** @param shell - number of their shell */
  constructor(shell: number) {
    this.#shell = shell;
  }

  /** Kills all commands immediately. */
  kill(): void {
    for (const child of this.#children) signalGroup(child, "SIGKILL");
  }

  /**
   * Tracks a command until its run is over; returns the result of the run.
   *
   * @param hold - `isHeld`: whether the shell is under a hold
   */
  async track<Outcome>(
    child: ChildProcess,
    run: Promise<Outcome>,
    { isHeld }: { readonly isHeld: boolean },
  ): Promise<Outcome> {
    const { pid } = child;
    if (shells.size === 0) process.on("exit", onHostExit);
    shells.add(this);
    this.#children.add(child);
    if (pid !== undefined) watchGroup(pid, this.#shell, { isHeld });
    try {
      return await run;
    } finally {
      this.#children.delete(child);
      if (pid !== undefined) unwatchGroup(pid, this.#shell);
      if (this.#children.size === 0) shells.delete(this);
      if (shells.size === 0) process.off("exit", onHostExit);
    }
  }
}
