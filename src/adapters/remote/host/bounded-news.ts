import type { CallNews } from "../../calls/wire/index.js";

/** Most changed files that a worker may report for one call. */
const MAX_CHANGES = 10_000;

/** Most questions that a worker may ask in one call. */
const MAX_QUESTIONS = 100;

/** Most progress updates and logs of one call within {@link PERIOD_MS}: more than any listener can show. */
const MAX_REPORTS = 1_000;

const PERIOD_MS = 1_000;

/** UTF-16 code units of the text of an update or a log, of which a worker of this version sends no more; of a longer one the end is kept. */
const MAX_TEXT_CHARACTERS = 65_536;

/**
 * Bounds the news of one call, whose worker is not trusted: each change is kept for the result, each question interrupts the user, and
 * each update reaches every listener. Updates beyond the limit neither reach a listener nor extend the time of the call.
 */
export class BoundedNews {
  readonly #now: () => number;
  #changes = 0;
  #questions = 0;
  #reports = 0;
  #periodStart = Number.NEGATIVE_INFINITY;

  /** @param now - milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns what the host takes of a piece of news; `undefined` for nothing. */
  bounded(news: CallNews): CallNews | undefined {
    switch (news.type) {
      case "change":
        this.#changes += 1;
        return this.#changes <= MAX_CHANGES ? news : undefined;
      case "question":
        this.#questions += 1;
        return this.#questions <= MAX_QUESTIONS ? news : undefined;
      case "log":
        return this.#mayReport() ? { type: "log", text: news.text.slice(-MAX_TEXT_CHARACTERS) } : undefined;
      case "progress":
        return this.#mayReport() ? { type: "progress", update: boundedUpdate(news.update) } : undefined;
    }
  }

  #mayReport(): boolean {
    const now = this.#now();
    if (now - this.#periodStart >= PERIOD_MS) {
      this.#periodStart = now;
      this.#reports = 0;
    }
    this.#reports += 1;
    return this.#reports <= MAX_REPORTS;
  }
}

type Update = Extract<CallNews, { readonly type: "progress" }>["update"];

/** Returns the known members of an update. */
function boundedUpdate({ message, output, completed, total }: Update): Update {
  return {
    ...(typeof message === "string" && { message: message.slice(-MAX_TEXT_CHARACTERS) }),
    ...(typeof output === "string" && { output: output.slice(-MAX_TEXT_CHARACTERS) }),
    ...(typeof completed === "number" && { completed }),
    ...(typeof total === "number" && { total }),
  };
}
