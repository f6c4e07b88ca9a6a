import { MAX_PARSED_LENGTH } from "../../commands/index.js";
import { COMMENT, OPERATOR, REDIRECTION } from "../strict-tokens.js";
import { isPlainValue, isPlainVariable, MAX_TURNS } from "./variable-names.js";

const BLANKS = /[ \t]+/y;
const GAP = /[ \t\n]+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const ASSIGNED = /([A-Za-z_][A-Za-z0-9_]*)=/y;
const KEYWORD = /(?:for|do|done)(?=[ \t\n;|&<>]|$)/y;
const BRACED = /\{([A-Za-z_][A-Za-z0-9_]*)\}/y;

/**
 * Returns the simple commands of a text, one in each line, with the values of variables that the same text assigns and with
 * each turn of its loops over literal lists written out; `undefined` if another part of the text could change them.
 *
 * `for f in a b; do cat src/$f; done` becomes `cat src/a` and `cat src/b`. It reads characters only; `expandedCommands` reads the
 * tree of the parser, and a command counts if both agree.
 */
export function expandedText(text: string): string | undefined {
  if (!/[$=]|for/.test(text)) return undefined;
  const expansion = new TextExpansion(text);
  return expansion.list(undefined) ? expansion.commands.join("\n") : undefined;
}

/** A text is read by position; a body of a loop is read again for each value. */
class TextExpansion {
  readonly commands: string[] = [];
  #at = 0;
  #length = 0;
  #turns = 0;
  #variables = new Map<string, string>();

  constructor(private readonly text: string) {}

  /** Reads commands up to the end of the text, or after `done`; returns false for what it does not understand. */
  list(end: "done" | undefined): boolean {
    // Whether the next command depends on the one before, so that an assignment may not happen.
    let isConditional = false;
    let isAwaited = false;
    let count = 0;
    for (;;) {
      this.#gap();
      if (this.#at >= this.text.length) return end === undefined && !isAwaited && count > 0;
      const keyword = this.#take(KEYWORD);
      if (keyword === "done") return end === "done" && !isAwaited && count > 0;
      if (keyword === "do") return false;
      const assigned = keyword === undefined ? this.#assignment() : undefined;
      if (assigned === false) return false;
      if (assigned === true && isConditional) return false;
      if (assigned === undefined && !(keyword === "for" ? this.#loop() : this.#command())) return false;
      count += 1;
      this.#take(BLANKS);
      const operator = this.#take(OPERATOR);
      if (operator === undefined) {
        this.#take(COMMENT);
        if (this.#at < this.text.length && this.text[this.#at] !== "\n") return false;
      }
      isAwaited = operator === "&&" || operator === "||" || operator === "|";
      if (assigned === true && (operator === "||" || operator === "|")) return false;
      if (!isAwaited) isConditional = false;
      else if (assigned === undefined) isConditional = true;
    }
  }

  /** Reads an assignment that is a whole command. Returns `undefined` if there is none here, false if it is not understood. */
  #assignment(): boolean | undefined {
    const start = this.#at;
    ASSIGNED.lastIndex = start;
    const name = ASSIGNED.exec(this.text)?.[1];
    if (name === undefined) return undefined;
    this.#at += name.length + 1;
    const value = this.#word({ isEchoed: false });
    if (value === undefined || !isPlainVariable(name)) return false;
    const plain = unquoted(value);
    if (!isPlainValue(plain) || !this.#turn()) return false;
    this.#variables.set(name, plain);
    return true;
  }

  /** Reads `NAME in WORDS; do LIST; done` after `for`, and redirections of the whole loop. */
  #loop(): boolean {
    this.#take(BLANKS);
    const name = this.#take(NAME);
    this.#take(BLANKS);
    if (name === undefined || !isPlainVariable(name) || this.#take(NAME) !== "in") return false;
    const values: string[] = [];
    while (this.#take(BLANKS) !== undefined && !/[\n;]/.test(this.text[this.#at] ?? "\n")) {
      const value = this.#word({ isEchoed: false });
      if (value === undefined || !isPlainValue(unquoted(value))) return false;
      values.push(unquoted(value));
    }
    if (values.length === 0 || !/[\n;]/.test(this.text[this.#at] ?? "")) return false;
    this.#at += 1;
    this.#gap();
    if (this.#take(KEYWORD) !== "do") return false;
    const [body, before] = [this.#at, new Map(this.#variables)];
    const made = this.commands.length;
    const assigned = new Set([name]);
    for (const value of values) {
      if (!this.#turn()) return false;
      this.#at = body;
      this.#variables.set(name, value);
      if (!this.list("done")) return false;
    }
    // A loop in a pipeline runs in another shell, and one after && may not run: what it assigns is not certain after it.
    for (const [each, value] of before) if (this.#variables.get(each) !== value) assigned.add(each);
    this.#variables = before;
    for (const each of assigned) this.#variables.delete(each);
    return this.commands.length > made && this.#loopRedirections();
  }

  #loopRedirections(): boolean {
    while (this.#take(BLANKS) !== undefined) {
      const redirection = this.#take(REDIRECTION);
      if (redirection === undefined) continue;
      if (!this.#add(` ${redirection}`)) return false;
      this.commands.push(`${this.commands.pop() ?? ""} ${redirection}`);
    }
    return true;
  }

  /** Reads a simple command up to its operator. */
  #command(): boolean {
    const words: string[] = [];
    for (;;) {
      const blanks = this.#take(BLANKS);
      if (words.length > 0 && blanks === undefined) break;
      const redirection = this.#take(REDIRECTION);
      const next = this.text[this.#at] ?? "\n";
      if (redirection === undefined && /[\n;|&#]/.test(next)) break;
      const word = redirection ?? this.#word({ isEchoed: words[0] === "echo" });
      if (word === undefined || word === "") return false;
      words.push(word);
    }
    const command = words.join(" ");
    if (words.length === 0 || !this.#add(command)) return false;
    this.commands.push(command);
    return true;
  }

  /** Reads a word and returns it with its quotes and with values in place of variables. */
  #word({ isEchoed }: { readonly isEchoed: boolean }): string | undefined {
    let word = "";
    let isQuoted = false;
    for (; this.#at < this.text.length; ) {
      const sign = this.text[this.#at] as string;
      if (sign === "$") {
        const value = this.#value({ isEchoed });
        if (value === undefined || word.length > MAX_PARSED_LENGTH) return undefined;
        word += value;
      } else if (sign === "\\") {
        word += this.text.slice(this.#at, this.#at + 2);
        this.#at += 2;
      } else if (sign === "'" && !isQuoted) {
        const end = this.text.indexOf("'", this.#at + 1);
        if (end === -1) return undefined;
        word += this.text.slice(this.#at, end + 1);
        this.#at = end + 1;
      } else if (!isQuoted && /[\s;|&<>]/.test(sign)) break;
      else {
        if (sign === '"') isQuoted = !isQuoted;
        word += sign;
        this.#at += 1;
      }
    }
    return isQuoted ? undefined : word;
  }

  /** Reads `$NAME`, `${NAME}` or, in words that are only printed, `$?`, which is a number. */
  #value({ isEchoed }: { readonly isEchoed: boolean }): string | undefined {
    this.#at += 1;
    if (isEchoed && this.text[this.#at] === "?") {
      this.#at += 1;
      return "0";
    }
    BRACED.lastIndex = this.#at;
    const braced = BRACED.exec(this.text)?.[1];
    if (braced !== undefined) this.#at += braced.length + 2;
    const name = braced ?? this.#take(NAME);
    return name === undefined ? undefined : this.#variables.get(name);
  }

  #gap(): void {
    while (this.#take(GAP) !== undefined || this.#take(COMMENT) !== undefined);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #add(text: string): boolean {
    this.#length += text.length + 1;
    return this.#length <= MAX_PARSED_LENGTH;
  }

  #turn(): boolean {
    this.#turns += 1;
    return this.#turns <= MAX_TURNS;
  }
}

/** Returns the text of a word that is bare or in quotes as a whole; another word is not a plain value. */
function unquoted(word: string): string {
  const [quote = ""] = word;
  const isQuoted = word.length > 1 && (quote === "'" || quote === '"') && word.endsWith(quote);
  return isQuoted ? word.slice(1, -1) : word;
}
