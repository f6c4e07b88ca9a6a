import { ToolError } from "../../contract/index.js";

/** Longest accepted glob, in characters; hand-written globs are far shorter. */
const MAX_GLOB_LENGTH = 1_024;

/** Deepest nesting of braces; the parser recurses once per level. */
const MAX_GLOB_DEPTH = 32;

/** One range of a character class in code points, both ends included. */
export type CharacterRange = readonly [first: number, last: number];

/**
 * One node of a parsed glob.
 *
 * `any-folders` is a `**` segment with the slash after it: any number of folders, including none.
 * `anything-below` is `**` as the last segment. `opensName` marks a dot that the glob contains at the start
 * of a name.
 */
export type GlobNode =
  | { readonly type: "literal"; readonly code: number; readonly opensName?: boolean }
  | { readonly type: "any-character" }
  | { readonly type: "any-characters" }
  | { readonly type: "class"; readonly negated: boolean; readonly ranges: readonly CharacterRange[] }
  | { readonly type: "any-folders" }
  | { readonly type: "anything-below" }
  | { readonly type: "alternatives"; readonly branches: readonly (readonly GlobNode[])[] };

/**
 * Parses a glob in the syntax that ripgrep and gitignore share: `?`, `*`, `**`, `[a-z]`, `[!a-z]`, `{a,b}`
 * (nested too), and `\` before a literal character.
 *
 * `**` is special only as a whole path segment; elsewhere it means `*`. Throws `invalid-pattern`.
 */
export function parseGlob(glob: string): readonly GlobNode[] {
  if (glob.length > MAX_GLOB_LENGTH) {
    throw invalidGlob(glob, `it is longer than ${MAX_GLOB_LENGTH} characters`);
  }
  if (glob.includes("\0")) throw invalidGlob(glob, "it contains a NUL character");
  const parser = new GlobParser(glob);
  return parser.parse();
}

function invalidGlob(glob: string, reason: string): ToolError {
  const shown = glob.length > 200 ? `${glob.slice(0, 200)}...` : glob;
  return new ToolError(
    `The glob ${JSON.stringify(shown)} is not valid: ${reason}. Put \\ in front of a special character to match it literally.`,
    { code: "invalid-pattern" },
  );
}

class GlobParser {
  readonly #characters: readonly string[];
  #position = 0;

  constructor(private readonly glob: string) {
    // By code point, so that `?` matches a whole character and not half of a surrogate pair.
    this.#characters = Array.from(glob);
  }

  parse(): GlobNode[] {
    const nodes = this.#sequence(0);
    if (this.#position < this.#characters.length) throw invalidGlob(this.glob, "a } has no { before it");
    return nodes;
  }

  #sequence(depth: number): GlobNode[] {
    const nodes: GlobNode[] = [];
    for (;;) {
      const character = this.#characters[this.#position];
      if (character === undefined || character === "}" || (depth > 0 && character === ",")) return nodes;
      nodes.push(this.#node(character, depth));
    }
  }

  #node(character: string, depth: number): GlobNode {
    switch (character) {
      case "?":
        this.#position += 1;
        return { type: "any-character" };
      case "*":
        return this.#stars();
      case "[":
        return this.#class();
      case "{":
        return this.#alternatives(depth);
      case "\\": {
        const escaped = this.#characters[this.#position + 1];
        if (escaped === undefined) throw invalidGlob(this.glob, "it ends with a single \\");
        return this.#literal(escaped, 2);
      }
      default:
        return this.#literal(character, 1);
    }
  }

  #literal(character: string, length: number): GlobNode {
    const opensName = character === "." && this.#startsName(this.#position);
    this.#position += length;
    return { type: "literal", code: codeOf(character), ...(opensName ? { opensName } : {}) };
  }

  #startsName(position: number): boolean {
    const before = this.#characters[position - 1];
    return before === undefined || before === "/" || before === "{" || before === ",";
  }

  #stars(): GlobNode {
    const start = this.#position;
    while (this.#characters[this.#position] === "*") this.#position += 1;
    const after = this.#characters[this.#position];
    if (this.#position - start === 2 && this.#startsName(start)) {
      if (after === "/") {
        this.#position += 1;
        return { type: "any-folders" };
      }
      if (after === undefined || after === "}" || after === ",") return { type: "anything-below" };
    }
    return { type: "any-characters" };
  }

  #class(): GlobNode {
    let position = this.#position + 1;
    const negated = this.#characters[position] === "!" || this.#characters[position] === "^";
    if (negated) position += 1;
    const ranges: CharacterRange[] = [];
    const first = position;
    for (;;) {
      const low = this.#characters[position];
      if (low === undefined) throw invalidGlob(this.glob, "a [ has no ] after it");
      if (low === "]" && position > first) break;
      const high = this.#characters[position + 2];
      if (this.#characters[position + 1] === "-" && high !== undefined && high !== "]") {
        if (codeOf(high) < codeOf(low)) {
          throw invalidGlob(this.glob, `the range ${low}-${high} runs backwards`);
        }
        ranges.push([codeOf(low), codeOf(high)]);
        position += 3;
      } else {
        ranges.push([codeOf(low), codeOf(low)]);
        position += 1;
      }
    }
    this.#position = position + 1;
    return { type: "class", negated, ranges };
  }

  #alternatives(depth: number): GlobNode {
    if (depth >= MAX_GLOB_DEPTH)
      throw invalidGlob(this.glob, `its braces nest deeper than ${MAX_GLOB_DEPTH}`);
    this.#position += 1;
    const branches: GlobNode[][] = [];
    for (;;) {
      branches.push(this.#sequence(depth + 1));
      const character = this.#characters[this.#position];
      if (character === undefined) throw invalidGlob(this.glob, "a { has no } after it");
      this.#position += 1;
      if (character === "}") return { type: "alternatives", branches };
    }
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
