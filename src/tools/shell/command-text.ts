/** The top level of a command: not in quotes, not in a comment. */
export interface TopLevelText {
  /**
   * The command with every character that is quoted, escaped or in a comment replaced by `_`; so every operator in it
   * is a real operator.
   */
  readonly bare: string;
  /** Whether a comment runs to the end. */
  readonly endsInComment: boolean;
}

/**
 * Returns which characters of a command the shell reads as syntax; `undefined` where that is not certain.
 *
 * Certain means: plain words, quotes, backslashes, comments and nested parentheses. Here-documents, backquotes, ANSI-C
 * quotes, substitutions inside double quotes and anything unbalanced are left to the shell.
 */
export function topLevelText(command: string): TopLevelText | undefined {
  let bare = "";
  let depth = 0;
  let endsInComment = false;
  let at = 0;
  const hide = (length: number) => {
    bare += "_".repeat(length);
    at += length;
  };
  while (at < command.length) {
    const character = command[at] as string;
    const next = command[at + 1];
    if (character === "\\") {
      if (next === undefined || next === "\n") return undefined;
      hide(2);
    } else if (character === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) return undefined;
      hide(end + 1 - at);
    } else if (character === '"') {
      const length = doubleQuotedLength(command, at);
      if (length === undefined) return undefined;
      hide(length);
    } else if (
      character === "`" ||
      (character === "$" && next === "'") ||
      (character === "<" && next === "<")
    ) {
      return undefined;
    } else if (character === "#" && (at === 0 || /[\s;&|()]/.test(command[at - 1] as string))) {
      const end = command.indexOf("\n", at);
      endsInComment = end === -1;
      hide((end === -1 ? command.length : end) - at);
    } else {
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      if (depth < 0) return undefined;
      bare += character;
      at += 1;
    }
  }
  return depth === 0 ? { bare, endsInComment } : undefined;
}

function doubleQuotedLength(command: string, start: number): number | undefined {
  for (let at = start + 1; at < command.length; at += 1) {
    const character = command[at];
    if (character === '"') return at + 1 - start;
    if (character === "\\") at += 1;
    // A substitution may contain quotes.
    else if (character === "`" || (character === "$" && /[({]/.test(command[at + 1] ?? ""))) return undefined;
  }
  return undefined;
}
