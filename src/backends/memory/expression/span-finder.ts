import type { ExpressionProgram } from "./expression-program.js";
import type { MatchTask, WorkBudget } from "./match-task.js";
import { holds, type Side, sideOf } from "./surroundings.js";
import { VisitMarks } from "./visit-marks.js";

/** Range of a match in a text: from `start` up to, but not including, `end`. */
export interface MatchSpan {
  readonly start: number;
  readonly end: number;
}

// Code points above this take two code units of a string.
const LAST_SINGLE_UNIT = 0xffff;

/** One path through the program: its instruction, and its start in the text. */
interface Thread {
  readonly number: number;
  readonly start: number;
}

/**
 * Finds matches in a text as ripgrep does: the leftmost match, and of several there the one that the
 * expression prefers. One search takes at most as many steps as the text has characters times the program has
 * instructions.
 */
export class SpanFinder {
  readonly #seen: VisitMarks;

  constructor(private readonly program: ExpressionProgram) {
    this.#seen = new VisitMarks(program.instructions.length);
  }

  /** Starts the search for the first match at or after `from`. */
  begin(text: string, from: number): MatchTask<MatchSpan | "none"> {
    let position = from;
    let waiting: Thread[] = [];
    let best: MatchSpan | undefined;
    return {
      step: (budget: WorkBudget) => {
        for (;;) {
          if (budget.left <= 0) return undefined;
          const code = text.codePointAt(position);
          const { before, after } = this.#sides(text, position, code);
          // Threads are in order of preference. One that starts here is last, and none starts after a match.
          if (best === undefined) waiting.push({ number: 0, start: position });
          const { reached, matched } = this.#reach(waiting, before, after);
          budget.left -= 1 + reached.length;
          if (matched !== undefined) best = { start: matched.start, end: position };
          waiting = [];
          if (code !== undefined) {
            for (const { number, start } of reached) {
              const instruction = this.program.instructions[number];
              if (instruction?.type === "character" && instruction.set.has(code)) {
                waiting.push({ number: number + 1, start });
              }
            }
          }
          if (code === undefined || (waiting.length === 0 && best !== undefined)) return best ?? "none";
          position += code > LAST_SINGLE_UNIT ? 2 : 1;
        }
      },
    };
  }

  #sides(text: string, position: number, code: number | undefined): { before: Side; after: Side } {
    if (!this.program.hasAssertions) return { before: "other", after: "other" };
    return { before: sideBefore(text, position), after: code === undefined ? "edge" : sideOf(code) };
  }

  /**
   * Follows threads, most preferred first, until they need a character; a match ends all less preferred ones.
   */
  #reach(
    threads: readonly Thread[],
    before: Side,
    after: Side,
  ): { readonly reached: readonly Thread[]; readonly matched?: Thread } {
    this.#seen.clear();
    const reached: Thread[] = [];
    for (const thread of threads) {
      const pending = [thread.number];
      for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
        if (!this.#seen.mark(number)) continue;
        const instruction = this.program.instructions[number];
        if (instruction?.type === "match") return { reached, matched: thread };
        if (instruction?.type === "split") pending.push(instruction.second, instruction.first);
        else if (instruction?.type === "character") reached.push({ number, start: thread.start });
        else if (instruction !== undefined && holds(instruction.assertion, before, after)) {
          pending.push(number + 1);
        }
      }
    }
    return { reached };
  }
}

function sideBefore(text: string, position: number): Side {
  if (position === 0) return "edge";
  const unit = text.charCodeAt(position - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff && position > 1;
  return sideOf(isLowSurrogate ? (text.codePointAt(position - 2) ?? unit) : unit);
}
