/** Milliseconds after which a waiting program is asked for a sign of life. */
const BEAT_MS = 5_000;

/** Milliseconds that an engine may take to start beyond the limit of its program: a busy machine needs seconds to start a thread. */
const MAX_START_MS = 30_000;

/**
 * Watches how long a program computes without waiting for its host.
 *
 * A program may claim to wait and compute nevertheless. So a waiting program gets an empty message from time to time,
 * and must come back for the next one before its limit.
 */
export class ProgramWatch {
  readonly #limitMs: number;
  readonly #onLimit: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limitMs: number, onLimit: () => void) {
    this.#limitMs = limitMs;
    this.#onLimit = onLimit;
  }

  /** The engine starts, and then the program begins by asking for its first message. */
  starting(): void {
    this.#setLimit(MAX_START_MS + this.#limitMs);
  }

  /** The program computes. */
  computing(): void {
    this.#setLimit(this.#limitMs);
  }

  /** The program waits for the host. */
  waiting(): void {
    this.close();
  }

  /** Resolves to whether something happened; `false` when the program should be asked for a sign of life instead. */
  async beat(happening: Promise<void>): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), BEAT_MS);
    });
    const happened = await Promise.race([happening.then(() => true), silence]);
    clearTimeout(timer);
    return happened;
  }

  #setLimit(limitMs: number): void {
    this.close();
    this.#timer = setTimeout(this.#onLimit, limitMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
