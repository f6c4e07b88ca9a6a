import type { Diagnostic } from "../../../../contract/index.js";
import {
  byPosition,
  type Dialogue,
  type DialogueDependencies,
  isDependency,
  type LanguageServer,
  standardDialogue,
} from "../connection/index.js";

/** Milliseconds that a server may take for one round; then it counts as hung and is ended. */
const ROUND_TIMEOUT_MS = 60_000;

/** Errors of files that did not change. */
export interface ElsewhereErrors {
  /** Errors that the files did not have before. */
  readonly caused: readonly Diagnostic[];
  /** Errors of files that the server had not examined before the change. */
  readonly unclear: readonly Diagnostic[];
}

/**
 * The requests to one server, one round after the other: requests that arrive during a round share the next
 * one.
 */
export class ServerRounds {
  readonly #server: LanguageServer;
  readonly #dialogue: Dialogue;
  readonly #means: DialogueDependencies;
  #next: Round | undefined;
  #running = false;
  #ending: AbortController | undefined;
  /**
   * Whether the effects of a change are still unreported: until they are reported, examining a file does not
   * mark its errors as reported.
   */
  #owes = false;

  constructor(server: LanguageServer, dialogue: Dialogue, means: DialogueDependencies) {
    this.#server = server;
    this.#dialogue = dialogue;
    this.#means = means;
    // Once, not for each round: a server may live for days.
    void server.ended.then(() => this.#ending?.abort());
  }

  /** Whether a round is in progress. */
  get isBusy(): boolean {
    return this.#running;
  }

  join(files: { readonly changed?: readonly string[]; readonly inspected?: readonly string[] }): Round {
    this.#next ??= new Round(this.#server, () => {
      this.#owes = false;
      this.#server.known.markAllReported({ isWholeProject: this.#reportsProject });
    });
    const round = this.#next;
    for (const file of files.changed ?? []) round.changed.add(file);
    for (const file of files.inspected ?? []) round.inspected.add(file);
    if (!this.#running) void this.#run();
    return round;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // Yields once, so that the other requests of a group join.
    await Promise.resolve();
    for (let round = this.#next; round !== undefined; round = this.#next) {
      this.#next = undefined;
      const { documents } = this.#server;
      const changesBefore = documents.changeCount;
      if (round.changed.size > 0) this.#owes = true;
      await this.#carryOut(round);
      // A change that this round discovered, which a later round reports, or which a command made.
      if (documents.changeCount > changesBefore && !round.isTaken) this.#owes = true;
      if (!this.#owes) this.#markBaseline(round);
    }
    this.#running = false;
  }

  /** Records the errors that files have without a change. */
  #markBaseline(round: Round): void {
    const { known } = this.#server;
    for (const file of round.inspected) known.markReported(file);
    if (round.isAnswered) known.markAllReported({ isWholeProject: this.#reportsProject });
  }

  /** Whether the server publishes the errors of all files of the project, and has done so. */
  get #reportsProject(): boolean {
    return this.#dialogue === standardDialogue && !this.#server.pulls && !this.#server.isWorking;
  }

  async #carryOut(round: Round): Promise<void> {
    const { clock } = this.#means;
    const ending = new AbortController();
    const timer = clock.setTimeout(() => {
      ending.abort();
      void this.#server.end(`it did not answer within ${ROUND_TIMEOUT_MS} ms`);
    }, ROUND_TIMEOUT_MS);
    this.#ending = ending;
    if (this.#server.hasEnded) ending.abort();
    try {
      const inquiry = {
        changed: [...round.changed],
        inspected: [...round.inspected].filter((file) => !round.changed.has(file)),
        signal: ending.signal,
        onFresh: (file: string) => round.fresh.add(file),
      };
      await this.#dialogue(this.#server, inquiry, this.#means);
      round.finish("answered");
    } catch {
      round.finish("failed");
    } finally {
      clock.clearTimeout(timer);
    }
  }
}

/** One request to a server, shared by all concurrent callers. */
export class Round {
  readonly changed = new Set<string>();
  readonly inspected = new Set<string>();
  readonly fresh = new Set<string>();
  /** Resolves when the round is over; never rejects. */
  readonly over: Promise<void>;
  /** Whether the server has answered about all files. */
  isAnswered = false;
  isTaken = false;
  #resolve!: () => void;
  readonly #server: LanguageServer;
  readonly #onTaken: () => void;

  constructor(server: LanguageServer, onTaken: () => void) {
    this.#server = server;
    this.#onTaken = onTaken;
    this.over = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  finish(outcome: "answered" | "failed"): void {
    this.isAnswered = outcome === "answered";
    this.#resolve();
  }

  /** Returns whether the diagnostics of a file are up to date. */
  isFresh(file: string): boolean {
    return this.fresh.has(file);
  }

  /**
   * Returns errors of other files that were not reported before; only the first caller that shares the round gets them.
   */
  takeElsewhere(): ElsewhereErrors {
    if (!this.isAnswered || this.isTaken) return NOTHING_ELSEWHERE;
    this.isTaken = true;
    const { known } = this.#server;
    const files = known.paths.filter(
      (file) => !this.changed.has(file) && !this.inspected.has(file) && !isDependency(file),
    );
    const errorsOf = (some: readonly string[]) =>
      some.flatMap((file) => known.unreported(file)).sort(byPosition);
    const errors = {
      caused: errorsOf(files.filter((file) => known.hasBaseline(file))),
      unclear: errorsOf(files.filter((file) => !known.hasBaseline(file))),
    };
    this.#onTaken();
    return errors;
  }
}

const NOTHING_ELSEWHERE: ElsewhereErrors = { caused: [], unclear: [] };
