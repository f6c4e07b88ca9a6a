import { type GlobNode, parseGlob } from "./glob-syntax.js";

/** How wildcards treat names that begin with a dot. */
export interface GlobOptions {
  /**
   * `explicit`: as in a shell, only a dot matches a dot at the start of a name; `any`: wildcards match it
   * too.
   */
  readonly hidden: "explicit" | "any";
}

/** A compiled glob. Paths are relative, with `/` between names and no leading `/`. */
export interface GlobMatcher {
  /** Whether the glob contains a dot at the start of a name, and so can match hidden files. */
  readonly spellsDot: boolean;
  /** Whether the whole path matches. */
  matches(path: string): boolean;
  /** Whether the path or a folder above it matches. */
  matchesPathOrFolder(path: string): boolean;
}

/**
 * Largest number of cached states; then all are discarded and built again. Bounds the memory of a hostile
 * glob.
 */
const MAX_CACHED_STATES = 512;

const SLASH = 47;
const DOT = 46;

/** The symbol of a dot that starts a name and must be matched explicitly. */
const HIDDEN_DOT = -1;
// Code points above this take two code units of a string.
const LAST_SINGLE_UNIT = 0xffff;

// An instruction that consumes one character or branches; `next` and `other` are instruction numbers.
type Instruction =
  | { readonly type: "literal"; readonly code: number; readonly opensName: boolean; next: number }
  | { readonly type: "test"; readonly accepts: (code: number) => boolean; next: number }
  | { readonly type: "split"; next: number; other: number }
  | { readonly type: "match" };

interface State {
  readonly instructions: readonly number[];
  readonly accepting: boolean;
  readonly following: Map<number, State>;
}

/**
 * Compiles a glob into a matcher whose time is linear in the length of the path, whatever the glob: models
 * write these patterns, and a backtracking matcher could run for hours.
 *
 * A glob is anchored: `*.json` matches in the top folder only, and everywhere after a `**` segment. A leading
 * `./` or `/` is ignored; a trailing `/` matches everything below. Throws `invalid-pattern`.
 *
 * @example
 * compileGlob("src/*.{ts,tsx}", { hidden: "explicit" }).matches("src/index.ts"); // true
 */
export function compileGlob(glob: string, options: GlobOptions): GlobMatcher {
  return new LinearMatcher(program(parseGlob(anchored(glob))), options);
}

function anchored(glob: string): string {
  const stripped = glob.replace(/^(?:\.\/|\/)+/, "");
  return stripped.endsWith("/") && !stripped.endsWith("\\/") ? `${stripped}**` : stripped;
}

/**
 * Builds the program by Thompson's construction: one instruction for each character, so it is as long as the
 * glob.
 */
function program(nodes: readonly GlobNode[]): readonly Instruction[] {
  const instructions: Instruction[] = [];
  const here = () => instructions.length;
  const test = (accepts: (code: number) => boolean) =>
    instructions.push({ type: "test", accepts, next: here() + 1 });
  const repeat = (accepts: (code: number) => boolean) => {
    const split = { type: "split" as const, next: here() + 1, other: here() + 2 };
    instructions.push(split);
    instructions.push({ type: "test", accepts, next: here() - 1 });
  };
  const emit = (node: GlobNode): void => {
    switch (node.type) {
      case "literal":
        instructions.push({
          type: "literal",
          code: node.code,
          opensName: node.opensName === true,
          next: here() + 1,
        });
        break;
      case "any-character":
        test(inName);
        break;
      case "any-characters":
        repeat(inName);
        break;
      case "class":
        test(classTest(node));
        break;
      case "any-folders": {
        // (?: name "/" )*
        const start = here();
        const split = { type: "split" as const, next: start + 1, other: 0 };
        instructions.push(split);
        test(inName);
        repeat(inName);
        instructions.push({ type: "literal", code: SLASH, opensName: false, next: start });
        split.other = here();
        break;
      }
      case "anything-below":
        test(anything);
        repeat(anything);
        break;
      case "alternatives": {
        const ends: { next: number }[] = [];
        node.branches.forEach((branch, index) => {
          const isLast = index === node.branches.length - 1;
          const split = { type: "split" as const, next: here() + 1, other: 0 };
          if (!isLast) instructions.push(split);
          for (const inner of branch) emit(inner);
          if (!isLast) {
            const end = { type: "split" as const, next: 0, other: 0 };
            instructions.push(end);
            ends.push(end);
            split.other = here();
          }
        });
        for (const end of ends) Object.assign(end, { next: here(), other: here() });
        break;
      }
    }
  };
  for (const node of nodes) emit(node);
  instructions.push({ type: "match" });
  return instructions;
}

function inName(code: number): boolean {
  return code !== SLASH;
}

function anything(): boolean {
  return true;
}

function classTest(node: Extract<GlobNode, { type: "class" }>): (code: number) => boolean {
  return (code) =>
    code !== SLASH && node.ranges.some(([first, last]) => code >= first && code <= last) !== node.negated;
}

/**
 * A matcher that follows all paths through the program at once, and caches the sets of instructions it
 * reached.
 */
class LinearMatcher implements GlobMatcher {
  readonly spellsDot: boolean;
  readonly #dotsExplicit: boolean;
  readonly #states = new Map<string, State>();
  readonly #start: State;

  constructor(
    private readonly instructions: readonly Instruction[],
    { hidden }: GlobOptions,
  ) {
    this.#dotsExplicit = hidden === "explicit";
    this.spellsDot = instructions.some(
      (instruction) => instruction.type === "literal" && instruction.opensName,
    );
    this.#start = this.#stateOf([0]);
  }

  matches(path: string): boolean {
    return this.#run(path, "path");
  }

  matchesPathOrFolder(path: string): boolean {
    return this.#run(path, "path-or-folder");
  }

  #run(path: string, accepted: "path" | "path-or-folder"): boolean {
    let state = this.#start;
    let startsName = true;
    for (let index = 0; index < path.length; index += 1) {
      const code = path.codePointAt(index) ?? 0;
      if (code > LAST_SINGLE_UNIT) index += 1;
      if (accepted === "path-or-folder" && code === SLASH && state.accepting) return true;
      state = this.#step(state, startsName && this.#dotsExplicit && code === DOT ? HIDDEN_DOT : code);
      if (state.instructions.length === 0) return false;
      startsName = code === SLASH;
    }
    return state.accepting;
  }

  /** Returns the state after a symbol: a code point, or {@link HIDDEN_DOT}. */
  #step(state: State, symbol: number): State {
    const hiddenDot = symbol === HIDDEN_DOT;
    const code = hiddenDot ? DOT : symbol;
    const known = state.following.get(symbol);
    if (known !== undefined) return known;
    const reached: number[] = [];
    for (const number of state.instructions) {
      const instruction = this.instructions[number];
      if (
        instruction?.type === "literal" &&
        instruction.code === code &&
        (instruction.opensName || !hiddenDot)
      ) {
        reached.push(instruction.next);
      } else if (instruction?.type === "test" && !hiddenDot && instruction.accepts(code)) {
        reached.push(instruction.next);
      }
    }
    const next = this.#stateOf(reached);
    state.following.set(symbol, next);
    return next;
  }

  /** Returns the state for a set of instructions, with every split followed. */
  #stateOf(numbers: readonly number[]): State {
    const seen = new Set<number>();
    const pending = [...numbers];
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      if (seen.has(number)) continue;
      seen.add(number);
      const instruction = this.instructions[number];
      if (instruction?.type === "split") pending.push(instruction.next, instruction.other);
    }
    const instructions = [...seen]
      .filter((number) => this.instructions[number]?.type !== "split")
      .sort(ascending);
    const key = instructions.join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= MAX_CACHED_STATES) this.#forget();
    const accepting = instructions.some((number) => this.instructions[number]?.type === "match");
    const state = { instructions, accepting, following: new Map<number, State>() };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) state.following.clear();
    this.#states.clear();
    this.#start.following.clear();
  }
}

function ascending(left: number, right: number): number {
  return left - right;
}
