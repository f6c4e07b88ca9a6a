import { ANY_MEMBERS, CharacterSet, IN_LINE_MEMBERS, member, withoutLineEnds } from "./character-set.js";
import { readClass } from "./class-parser.js";
import { readEscape } from "./escape.js";
import type { ExpressionNode, ExpressionOptions } from "./expression-syntax.js";
import { invalidExpression, PatternReader } from "./pattern-reader.js";

/** Deepest nesting of groups; ripgrep's own limit. */
const MAX_GROUP_DEPTH = 250;

const LINE_END_CODES: readonly number[] = [10, 13];

/** The flags that groups such as `(?i)` set. */
interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly lines: boolean;
  readonly swapGreed: boolean;
}

const FLAG_NAMES: ReadonlyMap<string, keyof Flags> = new Map([
  ["i", "ignoreCase"],
  ["s", "dotAll"],
  ["m", "lines"],
  ["U", "swapGreed"],
]);

/**
 * Parses a regular expression in ripgrep's syntax.
 *
 * Not supported, and refused with a message: the flags `x`, `R` and `-u`. Unicode properties have the names
 * of JavaScript. As in ripgrep there are no look-arounds and no backreferences. Throws `invalid-pattern`.
 */
export function parseExpression(pattern: string, options: ExpressionOptions): ExpressionNode {
  return new ExpressionParser(pattern, options).parse();
}

class ExpressionParser {
  readonly #reader: PatternReader;
  readonly #sets = new Map<string, CharacterSet>();
  readonly #names = new Set<string>();
  #flags: Flags;
  #depth = 0;

  constructor(
    private readonly pattern: string,
    private readonly options: ExpressionOptions,
  ) {
    this.#reader = new PatternReader(pattern);
    this.#flags = { ignoreCase: options.ignoreCase, dotAll: false, lines: true, swapGreed: false };
  }

  parse(): ExpressionNode {
    const root = this.options.literal ? this.#literal() : this.#choice();
    if (this.#reader.peek() === ")") throw this.#invalid("a ) has no ( before it");
    return root;
  }

  #literal(): ExpressionNode {
    const parts: ExpressionNode[] = [];
    for (let character = this.#reader.take(); character !== undefined; character = this.#reader.take()) {
      parts.push(this.#character(character.codePointAt(0) ?? 0));
    }
    return { type: "sequence", parts };
  }

  #choice(): ExpressionNode {
    const branches = [this.#sequence()];
    while (this.#reader.takeAll("|")) branches.push(this.#sequence());
    return branches.length === 1 ? (branches[0] as ExpressionNode) : { type: "choice", branches };
  }

  #sequence(): ExpressionNode {
    const parts: ExpressionNode[] = [];
    for (;;) {
      const next = this.#reader.peek();
      if (next === undefined || next === "|" || next === ")") return { type: "sequence", parts };
      const atom = this.#atom();
      if (atom !== undefined) parts.push(this.#repeated(atom));
    }
  }

  /** Reads an atom; returns `undefined` for a group that only sets flags. */
  #atom(): ExpressionNode | undefined {
    const character = this.#reader.take() ?? "";
    switch (character) {
      case ".":
        return this.#set(this.#flags.dotAll ? ANY_MEMBERS : IN_LINE_MEMBERS);
      case "^":
        return { type: "assertion", assertion: this.#flags.lines ? "line-start" : "text-start" };
      case "$":
        return { type: "assertion", assertion: this.#flags.lines ? "line-end" : "text-end" };
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\": {
        const escaped = readEscape(this.#reader);
        if (escaped.type === "assertion") return escaped;
        if (escaped.type === "character") return this.#character(escaped.code);
        return this.#set(escaped.negated ? `^${escaped.members}` : escaped.members);
      }
      case "*":
      case "+":
      case "?":
        throw this.#invalid(`a ${character} has nothing before it to repeat`);
      case "{":
        throw this.#invalid("a { has nothing before it to repeat");
      default:
        return this.#character(character.codePointAt(0) ?? 0);
    }
  }

  #group(): ExpressionNode | undefined {
    const outer = this.#flags;
    if (this.#reader.takeAll("?")) {
      if (this.#reader.takeAll("P<") || this.#takesName()) {
        const name = this.#reader.takeUntil(">");
        if (name === undefined || !/^[\p{Alphabetic}_][\p{Alphabetic}\p{Nd}_.[\]]*$/u.test(name)) {
          throw this.#invalid("a group has no valid name");
        }
        if (this.#names.has(name)) throw this.#invalid(`two groups have the name ${name}`);
        this.#names.add(name);
      } else if (this.#switches() === ")") {
        return undefined;
      }
    }
    this.#depth += 1;
    if (this.#depth > MAX_GROUP_DEPTH) throw this.#invalid(`its groups nest deeper than ${MAX_GROUP_DEPTH}`);
    const body = this.#choice();
    if (!this.#reader.takeAll(")")) throw this.#invalid("a ( has no ) after it");
    this.#depth -= 1;
    this.#flags = outer;
    return body;
  }

  #takesName(): boolean {
    const next = this.#reader.peek(1);
    if (this.#reader.peek() !== "<" || next === "=" || next === "!") return false;
    return this.#reader.takeAll("<");
  }

  /** Reads flags up to and including the final `:` or `)`, and returns that character. */
  #switches(): ":" | ")" {
    let on = true;
    let count = 0;
    for (;;) {
      const character = this.#reader.take();
      if (character === ":" || (character === ")" && count > 0)) return character;
      if (character === "-" && on) {
        on = false;
        continue;
      }
      const flag = FLAG_NAMES.get(character ?? "");
      const isDefault = character === "u" && on;
      if (flag !== undefined) this.#flags = { ...this.#flags, [flag]: on };
      else if (!isDefault) throw this.#invalid(refusedGroup(character));
      count += 1;
    }
  }

  #repeated(atom: ExpressionNode): ExpressionNode {
    let node = atom;
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return node;
      const lazy = this.#reader.takeAll("?");
      node = { type: "repeat", body: node, ...bounds, greedy: lazy === this.#flags.swapGreed };
    }
  }

  #bounds(): { readonly min: number; readonly max?: number } | undefined {
    if (this.#reader.takeAll("*")) return { min: 0 };
    if (this.#reader.takeAll("+")) return { min: 1 };
    if (this.#reader.takeAll("?")) return { min: 0, max: 1 };
    if (!this.#reader.takeAll("{")) return undefined;
    const written = this.#reader.takeUntil("}");
    const found = /^\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?$/.exec(written ?? "");
    if (found === null) throw this.#invalid("a { does not start a count such as {2}, {2,} or {2,5}");
    const [, low, comma = "", high = ""] = found;
    const min = Number(low);
    if (comma === "") return { min, max: min };
    if (high === "") return { min };
    if (Number(high) < min) throw this.#invalid(`the count {${written}} runs backwards`);
    return { min, max: Number(high) };
  }

  #class(): ExpressionNode {
    const members = readClass(this.#reader);
    // A class of one character is equivalent to that character.
    for (const code of LINE_END_CODES) if (members === `[${member(code)}]`) return this.#character(code);
    return this.#set(members);
  }

  #character(code: number): ExpressionNode {
    if (this.options.within === "lines" && LINE_END_CODES.includes(code)) {
      throw this.#invalid(
        "it requires a line feed or carriage return, but lines are searched separately; use the multiline option, or remove the line break",
      );
    }
    return this.#set(member(code));
  }

  #set(members: string): ExpressionNode {
    const case_ = this.#flags.ignoreCase ? "ignore-case" : "exact";
    const key = `${case_}:${members}`;
    let set = this.#sets.get(key);
    if (set === undefined) {
      set = new CharacterSet(this.options.within === "lines" ? withoutLineEnds(members) : members, case_);
      this.#sets.set(key, set);
    }
    return { type: "character", set };
  }

  #invalid(reason: string) {
    return invalidExpression(this.pattern, reason);
  }
}

function refusedGroup(character: string | undefined): string {
  if (character === "=" || character === "!" || character === "<") {
    return "it contains a look-ahead or look-behind, which is not supported";
  }
  return `a (? is followed by ${JSON.stringify(character ?? "")}, which is not supported`;
}
