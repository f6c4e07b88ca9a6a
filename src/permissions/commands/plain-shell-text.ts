/** The parts of a script that a shell expands. */
export interface PlainShellText {
  /** Everything in which a shell expands `$`: without quotes, with the here-documents that it expands. */
  readonly expansions: string;
  /** The text without quotes and here-documents. */
  readonly statements: string;
}

/** Maximum length of the name that ends a here-document. */
const MAX_DELIMITER = 64;
const HERE_DOCUMENT = new RegExp(`^<<(-?)[ \\t]{0,8}(\\\\?['"]?)([A-Za-z0-9_.!-]{1,${MAX_DELIMITER}})['"]?`);

/**
 * Returns a script without its single-quoted parts, its escaped characters, its double quotes and its here-documents. Reads it
 * once, from left to right.
 */
export function plainShellText(script: string): PlainShellText {
  let statements = "";
  let documents = "";
  const waiting: { readonly end: string; readonly isLiteral: boolean; readonly indented: boolean }[] = [];
  let isQuoted = false;
  let at = 0;
  while (at < script.length) {
    const sign = script[at] as string;
    if (sign === "\\") {
      // Stands for one character that no shell expands.
      statements += script[at + 1] === "\n" ? "" : ".";
      at += 2;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
      at += 1;
    } else if (sign === "'" && !isQuoted) {
      const close = script.indexOf("'", at + 1);
      statements += ".";
      at = close === -1 ? script.length : close + 1;
    } else if (sign === "<" && !isQuoted && script.startsWith("<<", at) && script[at + 2] !== "<") {
      const found = HERE_DOCUMENT.exec(script.slice(at, at + MAX_DELIMITER + 16));
      if (found !== null) {
        waiting.push({ end: found[3] ?? "", isLiteral: found[2] !== "", indented: found[1] !== "" });
      }
      statements += " ";
      at += found?.[0].length ?? 2;
    } else if (sign === "\n" && waiting.length > 0) {
      statements += "\n";
      at += 1;
      for (const { end, isLiteral, indented } of waiting.splice(0)) {
        const body = at;
        let line = "";
        let start = at;
        do {
          start = at;
          const next = script.indexOf("\n", at);
          at = next === -1 ? script.length : next + 1;
          line = script.slice(start, next === -1 ? script.length : next);
        } while (at < script.length && (indented ? line.replace(/^\t+/, "") : line) !== end);
        if (!isLiteral) documents += `\n${script.slice(body, start)}`;
      }
    } else {
      statements += sign;
      at += 1;
    }
  }
  return { expansions: statements + documents, statements };
}
