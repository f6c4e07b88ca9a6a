import type { Clock } from "../../../../contract/index.js";

/**
 * Number of crashes within {@link DEATH_WINDOW_MS} after which a server is not restarted until some of them
 * expire.
 */
const MAX_DEATHS = 4;

/** Milliseconds for which a crash counts. */
const DEATH_WINDOW_MS = 600_000;

/** Milliseconds to wait after the first crash; doubled after each further one. */
const FIRST_RESTART_DELAY_MS = 1_000;

/** The rule for when a crashed server may be restarted. */
export class RestartPolicy {
  readonly #clock: Clock;
  #deaths: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteDeath(): void {
    this.#deaths = [...this.#recent(), this.#clock.now()];
  }

  /** Milliseconds until the server may be started; 0 if it may start now. */
  get delayMs(): number {
    const deaths = this.#recent();
    const last = deaths.at(-1);
    if (last === undefined) return 0;
    const first = deaths[0] ?? last;
    const until =
      deaths.length >= MAX_DEATHS
        ? first + DEATH_WINDOW_MS
        : last + FIRST_RESTART_DELAY_MS * 2 ** (deaths.length - 1);
    return Math.max(0, until - this.#clock.now());
  }

  #recent(): readonly number[] {
    const since = this.#clock.now() - DEATH_WINDOW_MS;
    return this.#deaths.filter((at) => at > since);
  }
}
