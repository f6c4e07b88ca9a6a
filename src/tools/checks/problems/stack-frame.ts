/** A frame in a JavaScript stack trace: `❯ name a.test.ts:3:41`, `at name (a.test.js:2:36)`, `at a.test.js:2:36`. */
const FRAME = /^\s+(?:❯|at) (?:.*?[ (])??([^\s()]+):(\d+):(\d+)\)?$/;

/** Returns the first frame of a stack trace that is not in an installed package. */
export function ownFrame(
  rows: readonly string[],
): { readonly file: string; readonly line: string; readonly column: string } | undefined {
  for (const row of rows) {
    const match = FRAME.exec(row);
    if (match === null) continue;
    const [, file = "", line = "", column = ""] = match;
    if (/(?:^|[\\/])node_modules[\\/]|^node:|<anonymous>/.test(file)) continue;
    return { file: file.replace(/^file:\/\//, ""), line, column };
  }
  return undefined;
}
