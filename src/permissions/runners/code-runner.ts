/** Words that make a program run code that cannot be read as a command. */
export interface CodeRunner {
  readonly matches: RegExp;
  /** Whether the program takes code from its standard input if it has no operand, or `-`. */
  readonly readsInput?: true;
  readonly source: string;
}
