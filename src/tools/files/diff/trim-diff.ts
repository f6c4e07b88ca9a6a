/** A line of a hunk with its first character: kept, removed or added. */
const HUNK_LINE = /^[ +-]/;

/**
 * Removes the indentation that all lines of a unified diff share, for a shorter display, as the OpenCode specification
 * asks. Headers and empty lines stay; a diff without common indentation is returned unchanged.
 *
 * @example
 * trimDiff("@@ -1 +1 @@\n-    a\n+      a"); // "@@ -1 +1 @@\n-a\n+  a"
 */
export function trimDiff(diff: string): string {
  const lines = diff.split("\n");
  const isContent = contentLines(lines);
  let common: string | undefined;
  lines.forEach((line, index) => {
    if (isContent[index] !== true || line.slice(1).trim() === "") return;
    const indentation = /^[ \t]*/.exec(line.slice(1))?.[0] ?? "";
    common = common === undefined ? indentation : sharedStart(common, indentation);
  });
  const removed = common?.length ?? 0;
  if (removed === 0) return diff;
  return lines
    .map((line, index) =>
      isContent[index] === true ? `${line.slice(0, 1)}${line.slice(1 + removed)}` : line,
    )
    .join("\n");
}

/** Returns for each line whether it is content of a hunk; headers precede the hunks of each file. */
function contentLines(lines: readonly string[]): readonly boolean[] {
  let isInHunk = false;
  return lines.map((line) => {
    if (line.startsWith("@@")) isInHunk = true;
    else if (!HUNK_LINE.test(line) && !line.startsWith("\\")) isInHunk = false;
    return isInHunk && HUNK_LINE.test(line);
  });
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}
