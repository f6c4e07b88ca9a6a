import { holdShell } from "./host-watch.js";

/**
 * The time until which a shell may run anything, where somebody sets one.
 *
 * Kept twice: here, so that nothing starts after it, and by the watch of the host, which ends what runs although this process is
 * stopped and can do nothing.
 */
export class ShellHold {
  readonly #shell: number;
  #allowedUntil = Number.POSITIVE_INFINITY;
  /** Whether anything was ever started: what made itself a daemon counts as long as the shell does. */
  everRan = false;

  /** @param shell - its number among those of the process */
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

  /** The first command must not run before the watch knows of the hold. */
  beforeStart(): void {
    if (!this.everRan) this.#tell();
    this.everRan = true;
  }

  /** The watch learns of the group of a command with the hold that follows it. */
  afterStart(): void {
    this.#tell();
  }

  #tell(): void {
    if (this.isHeld) holdShell(this.#shell, this.#allowedUntil - performance.now());
  }
}
