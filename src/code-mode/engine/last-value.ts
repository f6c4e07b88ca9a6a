/** Lines at the end of a program that its last expression may have. */
const MAX_LINES = 20;

/** Statements of the last line that are considered. */
const MAX_STATEMENTS = 5;

/** Characters of a program that is parsed for its last value: parsing a longer one would delay the host. */
const MAX_LENGTH = 65_536;

/** Starts of a last expression that cannot belong to the statement before it, whatever that ends with. */
const WORD_START = /^(?!(?:async[ \t]{1,9})?function\b|class\b|let\b)[A-Za-z_$"'\d]/;

/** Ends of a text after which a new statement begins in any case. */
const STATEMENT_ENDS = ["", ";", "}"];

/**
 * Returns a program that returns the value of its last statement, if that is an expression: models end programs with the
 * value, as in a notebook. Returns any other program unchanged. Nothing of the program runs.
 *
 * @example lastValueOf("const a = 1;\na + 1"); // "const a = 1;\nreturn (a + 1\n);"
 */
export function lastValueOf(program: string): string {
  const text = program.trimEnd().replace(/;{1,9}$/, "");
  if (text.length > MAX_LENGTH) return program;
  for (const start of startsOf(text)) {
    const before = text.slice(0, start);
    const last = text.slice(start).trim();
    const isOwnStatement =
      WORD_START.test(last) || (/^[([]/.test(last) && STATEMENT_ENDS.includes(before.trimEnd().slice(-1)));
    if (isOwnStatement && isBody(`return (${last}\n)`) && isBody(before)) {
      return `${before}return (${text.slice(start)}\n);`;
    }
  }
  return program;
}

/** Returns where the last statement may start: after a semicolon of the last line, and at the start of a line. */
function startsOf(text: string): readonly number[] {
  const starts: number[] = [];
  const lineStart = text.lastIndexOf("\n") + 1;
  let semicolon = text.lastIndexOf(";");
  while (semicolon >= lineStart && starts.length < MAX_STATEMENTS) {
    starts.push(semicolon + 1);
    semicolon = text.lastIndexOf(";", semicolon - 1);
    if (semicolon < 0) break;
  }
  let start = lineStart;
  for (let lines = 0; lines < MAX_LINES; lines += 1) {
    starts.push(start);
    if (start === 0) break;
    start = text.lastIndexOf("\n", start - 2) + 1;
  }
  return starts;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;

/** Returns whether a text is the body of an async function. Only parses it. */
function isBody(text: string): boolean {
  try {
    return AsyncFunction(text) !== undefined;
  } catch {
    // A syntax error, or a host that forbids code from texts: then a program has no last value.
    return false;
  }
}
