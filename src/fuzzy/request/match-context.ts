import { indexLines, type LineIndex } from "../text/index.js";
import type { EditThresholds } from "./presets.js";

/**
 * Maximum comparisons of one function call beyond the linear passes (about 100 ms); an edit that needs more
 * is refused, not guessed.
 */
const STEP_BUDGET = 12_000_000;

/**
 * Maximum places that a matcher collects if only one is required: enough to report an ambiguity with lines.
 */
export const MAX_AMBIGUOUS_MATCHES = 50;

/**
 * The data that all matchers of one function call share: the texts, the line index (created on first use) and
 * the budget.
 */
export interface MatchContext {
  readonly content: string;
  readonly old: string;
  /** The replacement of `old`, if known: only lines that the edit keeps may differ from the file. */
  readonly newText: string | undefined;
  readonly all: boolean;
  readonly thresholds: EditThresholds;
  readonly budget: StepBudget;
  /** Returns the line index of `content`. */
  index(): LineIndex;
  /** Returns a value of the content that several matchers need, created on first use. */
  remember<T>(key: string, make: () => T): T;
  /** Returns a value of the needle that several matchers need, created on first use. */
  rememberOfOld<T>(key: string, make: () => T): T;
  /** Returns the same context with another needle. */
  withOld(old: string, newText: string | undefined): MatchContext;
}

/** A budget of steps; deterministic, so that one input has the same result on every machine. */
export class StepBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Takes steps; returns false once none are left. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Takes all steps: the comparison would take too long. */
  exhaust(): void {
    this.#left = -1;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** Creates the context of one function call. */
export function createMatchContext(options: {
  content: string;
  old: string;
  newText: string | undefined;
  all: boolean;
  thresholds: EditThresholds;
  budget?: StepBudget | undefined;
}): MatchContext {
  let shared: LineIndex | undefined;
  const index = () => {
    shared ??= indexLines(options.content);
    return shared;
  };
  const budget = options.budget ?? new StepBudget(STEP_BUDGET);
  const remember = createMemory();
  const memories = new Map<string, Remember>();
  const make = (old: string, newText: string | undefined): MatchContext => {
    const rememberOfOld = memories.get(old) ?? createMemory();
    memories.set(old, rememberOfOld);
    return { ...options, old, newText, budget, index, remember, rememberOfOld, withOld: make };
  };
  return make(options.old, options.newText);
}

type Remember = <T>(key: string, make: () => T) => T;

function createMemory(): Remember {
  const memory = new Map<string, unknown>();
  return <T>(key: string, make: () => T): T => {
    if (!memory.has(key)) memory.set(key, make());
    return memory.get(key) as T;
  };
}
