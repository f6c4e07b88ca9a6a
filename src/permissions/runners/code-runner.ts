/** Words that make a program run code that cannot be read as a command. */
export interface CodeRunner {
  readonly matches: RegExp;
  /** Whether the program takes code from its standard input if it has no operand, or `-`. */
  readonly readsInput?: true;
  /** Returns the words that count. Default all of them. */
  readonly examined?: (words: readonly string[]) => readonly string[];
  readonly source: string;
}
