import type { Clock } from "../../../../contract/index.js";

/** Deaths in {@link DEATH_WINDOW_MS} after which a server is not started again until some of them are forgotten. */
const MAX_DEATHS = 4;

/** Milliseconds for which a death counts. */
const DEATH_WINDOW_MS = 600_000;

/** Milliseconds to wait after the first death; twice as many after each further one. */
const FIRST_RESTART_DELAY_MS = 1_000;

/** When a server that died may be started again. */
export class RestartPolicy {
  readonly #clock: Clock;
  #deaths: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteDeath(): void {
    this.#deaths = [...this.#recent(), this.#clock.now()];
  }

  /** Milliseconds until it may be started; 0 for now. */
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
