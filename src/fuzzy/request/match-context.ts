import { indexLines, type LineIndex } from "../text/index.js";
import type { EditThresholds } from "./presets.js";

/** Comparisons one call may spend beyond the linear passes (about 100 ms); what is left over is refused, not guessed. */
const STEP_BUDGET = 12_000_000;

/** Places a matcher collects before it stops when only one is wanted: enough to say "ambiguous" and list lines. */
export const MAX_AMBIGUOUS_MATCHES = 50;

/** What every matcher of one call shares: the texts, the line index (made once, on first use) and the budget. */
export interface MatchContext {
  readonly content: string;
  readonly old: string;
  /** What `old` is to become, when known: only lines the edit keeps may differ from the file. */
  readonly newText: string | undefined;
  readonly all: boolean;
  readonly thresholds: EditThresholds;
  readonly budget: StepBudget;
  /** The line index of `content`. */
  index(): LineIndex;
  /** A value that several matchers need, made on first use. */
  remember<T>(key: string, make: () => T): T;
  /** The same context with another needle. */
  withOld(old: string, newText: string | undefined): MatchContext;
}

/** A count-down of work; pure, so that one input has one answer on every machine. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Take steps; false when none are left, and from then on. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** Make the context of one call. */
export function createMatchContext(options: {
  content: string;
  old: string;
  newText: string | undefined;
  all: boolean;
  thresholds: EditThresholds;
  budget?: StepBudget;
}): MatchContext {
  let shared: LineIndex | undefined;
  const index = () => {
    shared ??= indexLines(options.content);
    return shared;
  };
  const budget = options.budget ?? new StepBudget(STEP_BUDGET);
  const memory = new Map<string, unknown>();
  const remember = <T>(key: string, makeValue: () => T): T => {
    if (!memory.has(key)) memory.set(key, makeValue());
    return memory.get(key) as T;
  };
  const make = (old: string, newText: string | undefined): MatchContext => ({
    ...options,
    old,
    newText,
    budget,
    index,
    remember,
    withOld: make,
  });
  return make(options.old, options.newText);
}
