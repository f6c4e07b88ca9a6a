import type { JSONScanner } from "jsonc-parser";
import { createYield, type Yield } from "../../values/index.js";
import { type ConfigValue, MAX_CONFIG_DEPTH } from "./config-value.js";

/**
 * Parses JSON with comments and trailing commas, with the line of every value, without blocking the event loop. If a key occurs
 * twice, the last value counts, as in `JSON.parse`.
 *
 * @throws SyntaxError with the line of the first error
 */
export async function parseJson(text: string): Promise<ConfigValue> {
  const { createScanner } = await import("jsonc-parser");
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return new JsonReader(createScanner(source, false)).read(createYield());
}

/** Tokens of the scanner; its enum exists only in its types. */
const TOKEN = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  text: 10,
  number: 11,
  lineComment: 12,
  blank: 15,
  end: 17,
} as const;

/** An object or list that is not closed yet. */
type OpenValue =
  | { readonly type: "record"; readonly entries: Map<string, ConfigValue>; readonly line: number }
  | { readonly type: "list"; readonly items: ConfigValue[]; readonly line: number };

/** Reads one value, with a list of the open objects and lists in place of recursion: nesting cannot exhaust the stack. */
class JsonReader {
  readonly #open: OpenValue[] = [];
  #root: ConfigValue | undefined;
  #token: number;

  constructor(private readonly scanner: JSONScanner) {
    this.#token = this.#scan();
  }

  async read(pause: Yield): Promise<ConfigValue> {
    if (this.#token === TOKEN.end) throw new SyntaxError("the file is empty");
    while (this.#root === undefined || this.#open.length > 0) {
      // Awaiting nothing would cost as much as reading a token.
      const due = pause();
      if (due !== undefined) await due;
      this.#step();
    }
    if (this.#token !== TOKEN.end) throw this.#expected("the end of the file");
    return this.#root;
  }

  /** Reads a value, or the end of the innermost open object or list. */
  #step(): void {
    const parent = this.#open.at(-1);
    if (
      parent !== undefined &&
      this.#takes(parent.type === "record" ? TOKEN.closeBrace : TOKEN.closeBracket)
    ) {
      this.#open.pop();
      this.#separate();
      return;
    }
    const key = parent?.type === "record" ? this.#key() : undefined;
    const line = this.#line;
    const value = this.#value(line);
    if (parent?.type === "record") parent.entries.set(key ?? "", value);
    else if (parent !== undefined) parent.items.push(value);
    else this.#root = value;
    if (value === this.#open.at(-1)) return;
    this.#separate();
  }

  /** Reads what follows a value: a comma, or the end of the object or list, which the next step reads. */
  #separate(): void {
    const parent = this.#open.at(-1);
    if (parent === undefined || this.#takes(TOKEN.comma)) return;
    if (this.#token === (parent.type === "record" ? TOKEN.closeBrace : TOKEN.closeBracket)) return;
    throw this.#expected("a comma");
  }

  #key(): string {
    if (this.#token !== TOKEN.text) throw this.#expected("a key in double quotes");
    const key = this.scanner.getTokenValue();
    this.#next();
    if (!this.#takes(TOKEN.colon)) throw this.#expected("a colon");
    return key;
  }

  #value(line: number): ConfigValue {
    const token = this.#token;
    const text = this.scanner.getTokenValue();
    if (token === TOKEN.openBrace) return this.#opened({ type: "record", entries: new Map(), line });
    if (token === TOKEN.openBracket) return this.#opened({ type: "list", items: [], line });
    if (token === TOKEN.text) return this.#read({ type: "text", value: text, line });
    if (token === TOKEN.number) return this.#read({ type: "number", value: Number(text), line });
    if (token === TOKEN.true || token === TOKEN.false)
      return this.#read({ type: "boolean", value: token === TOKEN.true, line });
    if (token === TOKEN.null) return this.#read({ type: "null", line });
    throw this.#expected("a value");
  }

  #opened(value: OpenValue): ConfigValue {
    this.#open.push(value);
    if (this.#open.length > MAX_CONFIG_DEPTH) throw new SyntaxError("the values are nested too deeply");
    return this.#read(value);
  }

  #read(value: ConfigValue): ConfigValue {
    this.#next();
    return value;
  }

  #takes(token: number): boolean {
    if (this.#token !== token) return false;
    this.#next();
    return true;
  }

  #next(): void {
    // A text that does not end and a wrong escape are read as a value, with an error.
    if (this.scanner.getTokenError() !== 0) throw this.#expected("a complete value");
    this.#token = this.#scan();
  }

  /** Returns the next token that is neither a comment nor a blank. */
  #scan(): number {
    for (;;) {
      const token: number = this.scanner.scan();
      if (token < TOKEN.lineComment || token > TOKEN.blank) return token;
      if (this.scanner.getTokenError() !== 0) throw this.#expected("the end of a comment");
    }
  }

  get #line(): number {
    return this.scanner.getTokenStartLine() + 1;
  }

  #expected(what: string): SyntaxError {
    return new SyntaxError(`${what} is expected on line ${this.#line}`);
  }
}
