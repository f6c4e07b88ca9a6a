import type { ExpressionProgram } from "./expression-program.js";
import type { MatchTask, WorkBudget } from "./match-task.js";
import { holds, type Side, sideOf } from "./surroundings.js";
import { VisitMarks } from "./visit-marks.js";

/**
 * Largest number of cached states; then all are discarded and built again. Bounds the memory of a hostile
 * expression.
 */
const MAX_CACHED_STATES = 512;

const ASCII_CHARACTERS = 128;

/** Steps charged for one instruction of a new state: it is followed, sorted and added to the state's key. */
const STEPS_PER_NEW_INSTRUCTION = 4;

// Code points above this take two code units of a string.
const LAST_SINGLE_UNIT = 0xffff;
const FIRST_SURROGATE = 0xd800;

/** The instructions waiting for the next character, and the class of the last character. */
interface State {
  readonly waiting: readonly number[];
  readonly before: Side;
  readonly ascii: (State | "matched" | undefined)[];
  readonly others: Map<number, State | "matched">;
}

/**
 * Decides whether a line contains a match, in one pass: follows all paths through the program at once, and
 * caches the sets of instructions it reached.
 */
export class LineMatcher {
  readonly #states = new Map<string, State>();
  readonly #seen: VisitMarks;

  constructor(private readonly program: ExpressionProgram) {
    this.#seen = new VisitMarks(program.instructions.length);
  }

  /** @param text - a line without its line break */
  begin(text: string): MatchTask<boolean> {
    let state = this.#state([0], "edge");
    let position = 0;
    return {
      step: (budget: WorkBudget) => {
        while (position < text.length) {
          if (budget.left <= 0) return undefined;
          budget.left -= 1;
          let code = text.charCodeAt(position);
          if (code >= FIRST_SURROGATE) code = text.codePointAt(position) ?? code;
          const known = code < ASCII_CHARACTERS ? state.ascii[code] : state.others.get(code);
          const next = known ?? this.#follow(state, code, budget);
          if (next === "matched") return true;
          state = next;
          position += code > LAST_SINGLE_UNIT ? 2 : 1;
        }
        return this.#reach(state, "edge").matched;
      },
    };
  }

  #follow(state: State, code: number, budget: WorkBudget): State | "matched" {
    const side = this.program.hasAssertions ? sideOf(code) : "other";
    const { reached, matched } = this.#reach(state, side);
    budget.left -= reached.length * STEPS_PER_NEW_INSTRUCTION;
    const next = matched ? "matched" : this.#state(this.#advance(reached, code), side);
    if (code < ASCII_CHARACTERS) state.ascii[code] = next;
    else state.others.set(code, next);
    return next;
  }

  #advance(reached: readonly number[], code: number): number[] {
    // A match may start at any character.
    const waiting = new Set([0]);
    for (const number of reached) {
      const instruction = this.program.instructions[number];
      if (instruction?.type === "character" && instruction.set.has(code)) waiting.add(number + 1);
    }
    return [...waiting];
  }

  /**
   * Returns the instructions reachable from a state without consuming a character, given the next character.
   */
  #reach(state: State, after: Side): { readonly reached: readonly number[]; readonly matched: boolean } {
    this.#seen.clear();
    const pending = [...state.waiting];
    const reached: number[] = [];
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      if (!this.#seen.mark(number)) continue;
      const instruction = this.program.instructions[number];
      if (instruction?.type === "match") return { reached: [], matched: true };
      if (instruction?.type === "split") pending.push(instruction.first, instruction.second);
      else if (instruction?.type === "character") reached.push(number);
      else if (instruction !== undefined && holds(instruction.assertion, state.before, after)) {
        pending.push(number + 1);
      }
    }
    return { reached, matched: false };
  }

  #state(waiting: readonly number[], before: Side): State {
    const side = this.program.hasAssertions ? before : "other";
    const sorted = [...waiting].sort((left, right) => left - right);
    const key = `${side}:${sorted.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= MAX_CACHED_STATES) this.#forget();
    const state: State = { waiting: sorted, before: side, ascii: [], others: new Map() };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) {
      state.ascii.length = 0;
      state.others.clear();
    }
    this.#states.clear();
  }
}
