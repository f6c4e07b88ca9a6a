import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit } from "./true-edit.js";

/** A change of one line. */
interface LineChange {
  /** Position in the file. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** Lines of context around a change. */
const CONTEXT_LINES = 3;

function hunk(lines: readonly string[], change: LineChange, context = CONTEXT_LINES): string[] {
  const before = lines.slice(Math.max(0, change.at - context), change.at);
  const after = lines.slice(change.at + 1, change.at + 1 + context);
  return [
    ...before.map((line) => ` ${line}`),
    `-${change.from}`,
    `+${change.to}`,
    ...after.map((line) => ` ${line}`),
  ];
}

function header({ at }: LineChange, rows: readonly string[]): string {
  const old = rows.filter((row) => !row.startsWith("+")).length;
  const next = rows.filter((row) => !row.startsWith("-")).length;
  const above = rows.findIndex((row) => row.startsWith("-"));
  return `@@ -${at - above + 1},${old} +${at - above + 1},${next} @@`;
}

/** Draws changes of lines with a distance between them. */
function draw(random: Random, file: SourceFile, distances: readonly number[]) {
  const edit = makeTrueEdit(random, file, { minLines: 12, maxLines: 20 });
  if (!edit) return undefined;
  let at = edit.from + random.between(1, 3);
  const changes: LineChange[] = [];
  for (const distance of [0, ...distances]) {
    at += distance;
    const from = edit.lines[at];
    if (from === undefined || from.trim().length < 8 || at >= edit.to) return undefined;
    const to = changeWord(random, from);
    if (to === undefined || to === from) return undefined;
    changes.push({ at, from, to });
  }
  const after = [...edit.lines];
  for (const { at: place, to } of changes) after[place] = to;
  return { edit, changes, expected: after.join("\n") };
}

type Format = "unified" | "v4a";

function patchOf(
  format: Format,
  hunks: readonly { readonly head: string; readonly rows: readonly string[] }[],
): string {
  const body = hunks.flatMap(({ head, rows }) => [format === "unified" ? head : "@@", ...rows]);
  return format === "unified" ? `--- a/f\n+++ b/f\n${body.join("\n")}\n` : body.join("\n");
}

function caseOf(edit: TrueEdit, patch: string, expected: string | "refuse"): MistakeCase {
  return {
    content: edit.lines.join("\n"),
    old: "",
    next: "",
    patch,
    expect: expected === "refuse" ? "refuse" : { content: expected },
  };
}

const clean =
  (format: Format): MistakeMaker =>
  (random, file) => {
    const made = draw(random, file, [8]);
    if (!made) return undefined;
    const { edit, changes, expected } = made;
    const hunks = changes.map((change) => {
      const rows = hunk(edit.lines, change);
      return { head: header(change, rows), rows };
    });
    return caseOf(edit, patchOf(format, hunks), expected);
  };

/** Two hunks whose context lines overlap; the second shows the line as it was, or as the first hunk leaves it. */
const shared =
  (format: Format, sees: "before" | "after"): MistakeMaker =>
  (random, file) => {
    const made = draw(random, file, [random.between(1, 4)]);
    if (!made) return undefined;
    const { edit, changes, expected } = made;
    const [first, second] = changes as [LineChange, LineChange];
    const seen = [...edit.lines];
    if (sees === "after") seen[first.at] = first.to;
    const one = hunk(edit.lines, first);
    const two = hunk(seen, second);
    return caseOf(
      edit,
      patchOf(format, [
        { head: header(first, one), rows: one },
        { head: header(second, two), rows: two },
      ]),
      expected,
    );
  };

/** Context lines without the blank that marks them. */
const unmarked =
  (format: Format, share: number): MistakeMaker =>
  (random, file) => {
    const made = draw(random, file, [2]);
    if (!made) return undefined;
    const { edit, changes, expected } = made;
    const [first, second] = changes as [LineChange, LineChange];
    const between = edit.lines.slice(first.at + 1, second.at);
    const rows = [
      ...edit.lines.slice(Math.max(0, first.at - 2), first.at).map((line) => ` ${line}`),
      `-${first.from}`,
      `+${first.to}`,
      ...between.map((line) => ` ${line}`),
      `-${second.from}`,
      `+${second.to}`,
      ...edit.lines.slice(second.at + 1, second.at + 3).map((line) => ` ${line}`),
    ];
    const lost = rows.map((row) => (row.startsWith(" ") && random.chance(share) ? row.slice(1) : row));
    if (
      lost.some((row, at) => row !== rows[at] && /^(?:[-+@\\]|\*\*\* )/.test(row)) ||
      lost.join() === rows.join()
    )
      return undefined;
    return caseOf(edit, patchOf(format, [{ head: "@@", rows: lost }]), expected);
  };

/** The block stands twice; the line number is exact, and the heading of the hunk stands above the other place. */
const headingAgainstNumber: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4, maxLines: 6 });
  if (!edit) return undefined;
  const at = random.between(1, edit.old.length - 2);
  const from = edit.old[at] as string;
  const to = changeWord(random, from);
  if (to === undefined || to === from || from.trim() === "") return undefined;
  const lines = [
    "function quasarOne() {",
    ...edit.old,
    "}",
    ...edit.lines.slice(edit.to),
    "",
    "function quasarTwo() {",
    ...edit.old,
    "}",
    "",
  ];
  const second = lines.lastIndexOf("function quasarTwo() {") + 1;
  const meant = random.chance(0.5) ? 1 : second;
  const heading = meant === 1 ? "function quasarTwo() {" : "function quasarOne() {";
  const rows = edit.old.flatMap((line, place) => (place === at ? [`-${from}`, `+${to}`] : [` ${line}`]));
  const after = [...lines];
  after[meant + at] = to;
  const number = meant + 1;
  const count = edit.old.length;
  const patch = `--- a/f\n+++ b/f\n@@ -${number},${count} +${number},${count} @@ ${heading}\n${rows.join("\n")}\n`;
  return { content: lines.join("\n"), old: "", next: "", patch, expect: { content: after.join("\n") } };
};

/** The second hunk repeats context of the first one, which stands in a copy below too. */
const repeatedContext: MistakeMaker = (random, file) => {
  const made = draw(random, file, [2]);
  if (!made) return undefined;
  const { edit, changes } = made;
  const [first, second] = changes as [LineChange, LineChange];
  const copy = edit.lines.slice(first.at + 1, second.at + 2);
  const lines = [...edit.lines, ...copy, ""];
  const one = hunk(lines, first, 2);
  const two = [
    ...lines.slice(first.at + 1, second.at).map((line) => ` ${line}`),
    `-${second.from}`,
    `+${second.to}`,
    ` ${lines[second.at + 1]}`,
  ];
  if (lines.slice(first.at + 1, second.at + 2).every((line) => line.trim() === "")) return undefined;
  const after = [...lines];
  after[first.at] = first.to;
  after[second.at] = second.to;
  return {
    content: lines.join("\n"),
    old: "",
    next: "",
    patch: ["@@", ...one, "@@", ...two].join("\n"),
    // Two places are possible: refusing is right as well as the place next to the first hunk.
    expect: { content: after.join("\n") },
    mayRefuse: true,
  };
};

/** Patches as models write them. */
export const PATCH_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "patch-clean-unified": clean("unified"),
  "patch-clean-v4a": clean("v4a"),
  "patch-shared-context-unified": shared("unified", "before"),
  "patch-shared-context-v4a": shared("v4a", "before"),
  "patch-in-turn-unified": shared("unified", "after"),
  "patch-in-turn-v4a": shared("v4a", "after"),
  "patch-unmarked-unified": unmarked("unified", 1),
  "patch-unmarked-v4a": unmarked("v4a", 1),
  "patch-partly-unmarked": unmarked("unified", 0.4),
  "patch-heading-against-number": headingAgainstNumber,
  "patch-repeated-context": repeatedContext,
};
