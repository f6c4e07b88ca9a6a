/** An error of syntax in a text. */
export interface SyntaxFinding {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** Bounded, in one line: `missing ")"`. */
  readonly message: string;
}

/** The port that parses texts to find errors of syntax. It runs no code of the project. */
export interface SyntaxCheck {
  /**
   * Returns the first errors of a text, in the order of the text; empty if it has none. Resolves to `undefined` if there is no
   * parser for the file, or if the text is too long to be parsed in time.
   *
   * @param path - the path of the file, whose name determines the language
   */
  errors(path: string, text: string, signal: AbortSignal): Promise<readonly SyntaxFinding[] | undefined>;
}
