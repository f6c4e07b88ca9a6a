/** Sed commands that take the rest of the line: text and file names (GNU sed manual, sed commands list). */
const TAKES_LINE = "aicrRwW#";
/** Sed commands that take a label. */
const TAKES_LABEL = "bTt:v";

/**
 * Returns whether a sed script runs commands: by the command `e`, or by the flag `e` of `s`. Reads the script once, from
 * left to right (GNU sed manual, Commands specific to GNU sed).
 */
export function runsCommands(script: string): boolean {
  let at = 0;
  const skipTo = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    at = found === null ? script.length : found.index;
  };
  while (at < script.length) {
    const sign = script[at] as string;
    if (sign === "/") at = afterPart(script, at + 1, "/");
    else if (sign === "\\") at = afterPart(script, at + 2, script[at + 1] ?? "/");
    else if (sign === "e") return true;
    else if (sign === "s" || sign === "y") {
      const delimiter = script[at + 1] ?? "";
      at = afterPart(script, afterPart(script, at + 2, delimiter), delimiter);
      const end = at;
      skipTo(/[;}\nw]/g);
      if (sign === "s" && script.slice(end, at).includes("e")) return true;
      if (script[at] === "w") skipTo(/\n/g);
    } else if (TAKES_LINE.includes(sign)) skipLines();
    else if (TAKES_LABEL.includes(sign)) skipTo(/[;\n}]/g);
    else at += 1;
  }
  return false;

  function skipLines(): void {
    do {
      at += 1;
      skipTo(/\n/g);
    } while (at < script.length && script[at - 1] === "\\");
  }
}

/** Returns the index after the next delimiter that is not escaped. */
function afterPart(script: string, from: number, delimiter: string): number {
  let at = from;
  while (at < script.length && script[at] !== delimiter) at += script[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Returns the words of a sed command that are scripts: the values of `-e`, otherwise its first operand. */
export function sedScripts(words: readonly string[]): readonly string[] {
  const scripts: string[] = [];
  let isOperand = true;
  for (const [index, word] of words.entries()) {
    const attached = /^(?:-[a-zA-Z]{0,8}e|--exp[a-z]{0,7}=?)/.exec(word)?.[0];
    if (attached !== undefined) {
      isOperand = false;
      scripts.push(word.length > attached.length ? word.slice(attached.length) : (words[index + 1] ?? ""));
    } else if (/^(?:-[a-zA-Z]{0,8}f|--file)/.test(word)) isOperand = false;
  }
  const first = words.find((word) => !/^-./.test(word));
  return isOperand && first !== undefined ? [first] : scripts;
}
