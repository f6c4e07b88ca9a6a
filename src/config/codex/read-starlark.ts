import { createYield, type Yield } from "../../values/index.js";

/** A literal value of a rules file. */
export type StarlarkValue = string | number | boolean | undefined | readonly StarlarkValue[];

/** A call at the top level of a rules file: `prefix_rule(pattern = ["git"], decision = "allow")`. */
export interface StarlarkCall {
  readonly name: string;
  readonly line: number;
  readonly arguments: ReadonlyMap<string, StarlarkValue>;
}

/** A token of Starlark: a name, a text, a number, a sign or the end of the file. */
type Token =
  | {
      readonly type: "name" | "sign";
      readonly text: string;
      readonly line: number;
      /** Whether it is the first text of its line. */
      readonly starts: boolean;
    }
  | { readonly type: "value"; readonly value: string | number; readonly line: number }
  | { readonly type: "end"; readonly line: number };

/** Deepest nesting of lists; the rules of Codex need two. */
const MAX_DEPTH = 8;

/** Most items and code units that all `+` of a file may create: `A = A + A` doubles with each line. */
const MAX_JOINED = 1_000_000;

/** The functions of a rules file. */
const FUNCTIONS: readonly string[] = ["prefix_rule", "network_rule", "host_executable"];

/** Token patterns, each anchored where the reader stands. */
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /\d+/y;
const SIGN = /[()[\]=,+]/y;

/**
 * Reads the literal subset of Starlark: calls with literal arguments, and names for literal values. Nothing is run. Pauses between
 * statements.
 *
 * @throws SyntaxError with its line for everything else: a file with functions, loops or imports may contain rules that
 * only running it would show
 */
export function readStarlark(text: string, pause: Yield = createYield()): Promise<readonly StarlarkCall[]> {
  return new StarlarkReader(tokensOf(text)).read(pause);
}

class StarlarkReader {
  #ahead: Token | undefined;
  #joined = 0;
  readonly #names = new Map<string, StarlarkValue>([
    ["True", true],
    ["False", false],
    ["None", undefined],
  ]);

  constructor(readonly tokens: Iterator<Token, Token>) {}

  async read(pause: Yield): Promise<readonly StarlarkCall[]> {
    const calls: StarlarkCall[] = [];
    while (this.#peek().type !== "end") {
      await pause();
      const token = this.#next();
      // A statement that is indented, or follows another one on its line, is an error in Starlark.
      if (token.type !== "name" || !token.starts) throw unexpected(token);
      if (this.#takes("=")) this.#assign(token);
      else if (this.#takes("("))
        calls.push({ name: token.text, line: token.line, arguments: this.#arguments() });
      else throw unexpected(this.#peek());
    }
    return calls;
  }

  #assign({ text, line }: { readonly text: string; readonly line: number }): void {
    if (FUNCTIONS.includes(text)) throw new SyntaxError(`line ${line} assigns to the function ${text}`);
    this.#names.set(text, this.#value(0));
  }

  #arguments(): Map<string, StarlarkValue> {
    const found = new Map<string, StarlarkValue>();
    while (!this.#takes(")")) {
      const name = this.#next();
      if (name.type !== "name" || !this.#takes("=")) throw unexpected(name);
      if (found.has(name.text)) throw unexpected(name);
      found.set(name.text, this.#value(0));
      if (!this.#takes(",") && !this.#isNext(")")) throw unexpected(this.#peek());
    }
    return found;
  }

  #value(depth: number): StarlarkValue {
    let value = this.#single(depth);
    while (this.#takes("+")) {
      const other = this.#single(depth);
      if (Array.isArray(value) && Array.isArray(other)) value = [...value, ...other];
      else if (typeof value === "string" && typeof other === "string") value += other;
      else throw unexpected(this.#peek());
      this.#joined += value.length;
      if (this.#joined > MAX_JOINED) throw new SyntaxError(`values that grow on line ${this.#peek().line}`);
    }
    return value;
  }

  #single(depth: number): StarlarkValue {
    const token = this.#next();
    if (token.type === "value") return token.value;
    if (token.type === "name" && this.#names.has(token.text)) return this.#names.get(token.text);
    const open = token.type === "sign" ? token.text : "";
    // Codex refuses tuples in the place of lists.
    if (open !== "[" || depth >= MAX_DEPTH) throw unexpected(token);
    const items: StarlarkValue[] = [];
    while (!this.#takes("]")) {
      items.push(this.#value(depth + 1));
      if (!this.#takes(",") && !this.#isNext("]")) throw unexpected(this.#peek());
    }
    return items;
  }

  #peek(): Token {
    this.#ahead ??= this.tokens.next().value;
    return this.#ahead;
  }

  #next(): Token {
    const token = this.#peek();
    // Nothing follows the end.
    if (token.type !== "end") this.#ahead = undefined;
    return token;
  }

  #isNext(sign: string): boolean {
    const token = this.#peek();
    return token.type === "sign" && token.text === sign;
  }

  #takes(sign: string): boolean {
    const found = this.#isNext(sign);
    if (found) this.#next();
    return found;
  }
}

function* tokensOf(text: string): Generator<Token, Token> {
  let index = 0;
  let line = 1;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) index += found.length;
    return found;
  };
  for (;;) {
    const start = endOfSpace(text, index);
    for (; index < start; index += 1) if (text[index] === "\n") line += 1;
    if (index >= text.length) return { type: "end", line };
    const starts = index === 0 || text[index - 1] === "\n";
    const name = take(NAME);
    const quoted = name === undefined ? quotedText(text, index) : undefined;
    index += quoted?.length ?? 0;
    if (name !== undefined) {
      // `r"..."` and `def` are not part of the subset; a quote directly after a name is a prefix.
      if (/["']/.test(text[index] ?? "")) throw new SyntaxError(`a text with a prefix on line ${line}`);
      yield { type: "name", text: name, line, starts };
    } else if (quoted !== undefined) {
      // Three quotes start a long text, which would be read as an empty one.
      if (quoted.length === 2 && text[index] === quoted[0])
        throw new SyntaxError(`a long text on line ${line}`);
      yield { type: "value", value: unescaped(quoted.slice(1, -1), line), line };
    } else {
      const number = take(NUMBER);
      const sign = number === undefined ? take(SIGN) : undefined;
      if (number !== undefined) yield { type: "value", value: Number(number), line };
      else if (sign !== undefined) yield { type: "sign", text: sign, line, starts };
      else throw new SyntaxError(`an unexpected character on line ${line}`);
    }
  }
}

/** Returns the position after spaces, line ends and comments. */
function endOfSpace(text: string, from: number): number {
  let index = from;
  for (;;) {
    if (text[index] === "#") {
      const end = text.indexOf("\n", index);
      index = end === -1 ? text.length : end;
    } else if (text.startsWith("\\\n", index)) index += 2;
    else if (" \t\r\n".includes(text[index] ?? "x")) index += 1;
    else return index;
  }
}

/** Returns the text in quotes at a position, with its quotes; `undefined` if there is none, or if it does not end on its line. */
function quotedText(text: string, from: number): string | undefined {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") return undefined;
  for (let index = from + 1; index < text.length; index += 1) {
    if (text[index] === quote) return text.slice(from, index + 1);
    if (text[index] === "\n") return undefined;
    if (text[index] === "\\") index += 1;
  }
  return undefined;
}

function unescaped(text: string, line: number): string {
  return text.replace(/\\([\s\S])/g, (_, character: string) => {
    if (/["'\\]/.test(character)) return character;
    if (character === "n") return "\n";
    if (character === "t") return "\t";
    throw new SyntaxError(`an escape that is not read on line ${line}`);
  });
}

function unexpected(token: Token): SyntaxError {
  const shown =
    token.type === "end" ? "the end of the file" : "text" in token ? `"${token.text}"` : "a value";
  return new SyntaxError(`only calls with literal arguments are read, and line ${token.line} has ${shown}`);
}
