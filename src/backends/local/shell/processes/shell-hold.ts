import { holdShell } from "./host-watch.js";

/**
 * The time limit of a shell under a hold.
 *
 * Kept twice: here, so that no command starts after it, and by the watch of the host, which ends running
 * commands even if this process is stopped.
 */
export class ShellHold {
  readonly #shell: number;
  #allowedUntil = Number.POSITIVE_INFINITY;
  /** Whether a command was ever started: a daemon counts as long as the shell exists. */
  everRan = false;

  /** @param shell - number of the shell within the process */
  constructor(shell: number) {
    this.#shell = shell;
  }

  get isHeld(): boolean {
    return this.#allowedUntil !== Number.POSITIVE_INFINITY;
  }

  get isOver(): boolean {
    return performance.now() >= this.#allowedUntil;
  }

  renew(withinMs: number | undefined): void {
    const wasHeld = this.isHeld;
    this.#allowedUntil = withinMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + withinMs;
    if (this.everRan && (wasHeld || this.isHeld)) holdShell(this.#shell, withinMs);
  }

  /** Announces the hold before the first command runs. */
  beforeStart(): void {
    if (!this.everRan) this.#tell();
    this.everRan = true;
  }

  /** Announces the hold again, so that it covers the group of the started command. */
  afterStart(): void {
    this.#tell();
  }

  #tell(): void {
    if (this.isHeld) holdShell(this.#shell, this.#allowedUntil - performance.now());
  }
}
