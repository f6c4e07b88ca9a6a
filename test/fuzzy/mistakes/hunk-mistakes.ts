import { mistype } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit } from "./true-edit.js";

/** A row of a hunk: its mark and its text. */
type Row = readonly [mark: " " | "-" | "+" | "", text: string];

interface DrawnHunk {
  /** Line of the first row, from 0. */
  readonly first: number;
  readonly rows: readonly Row[];
}

interface DrawnPatch {
  readonly lines: readonly string[];
  readonly expected: string;
  readonly hunks: readonly DrawnHunk[];
}

/** Lines of context above and below a change. */
const CONTEXT_LINES = 3;

function isUnique(lines: readonly string[], from: number, to: number): boolean {
  const block = lines
    .slice(from, to)
    .map((line) => line.trim())
    .join("\n");
  const all = lines.map((line) => line.trim()).join("\n");
  return `\n${all}\n`.split(`\n${block}\n`).length === 2;
}

/** Draws a patch of one or two changes of lines, each with unique context. */
function drawPatch(random: Random, file: SourceFile, count: 1 | 2): DrawnPatch | undefined {
  const after = file.text.split("\n");
  const lines = [...after];
  const hunks: DrawnHunk[] = [];
  const taken: number[] = [];
  for (let tries = 0; tries < 20 && hunks.length < count; tries++) {
    const edit = makeTrueEdit(random, file, { minLines: 7, maxLines: 7 });
    if (!edit) continue;
    const at = edit.from + CONTEXT_LINES;
    const line = lines[at] as string;
    const changed = changeWord(random, line);
    const from = at - CONTEXT_LINES;
    const to = at + CONTEXT_LINES + 1;
    if (changed === undefined || changed === line || line.trim() === "") continue;
    if (to > lines.length - 1 || !isUnique(lines, from, to)) continue;
    if (taken.some((other) => Math.abs(other - at) < 12)) continue;
    taken.push(at);
    after[at] = changed;
    const kept = (own: string): Row => [" ", own];
    const rows = [
      ...lines.slice(from, at).map(kept),
      ["-", line] as const,
      ["+", changed] as const,
      ...lines.slice(at + 1, to).map(kept),
    ];
    hunks.push({ first: from, rows });
  }
  if (hunks.length < count) return undefined;
  hunks.sort((one, other) => one.first - other.first);
  return { lines, expected: after.join("\n"), hunks };
}

const written = (rows: readonly Row[]) => rows.map(([mark, text]) => mark + text).join("\n");

function header({ first, rows }: DrawnHunk): string {
  const count = (mark: string) => rows.filter(([own]) => own === mark || own === " ").length;
  return `@@ -${first + 1},${count("-")} +${first + 1},${count("+")} @@`;
}

const unified = (hunks: readonly DrawnHunk[]) =>
  `--- a/f\n+++ b/f\n${hunks.map((hunk) => `${header(hunk)}\n${written(hunk.rows)}`).join("\n")}\n`;

const v4a = (hunks: readonly DrawnHunk[], head: (hunk: DrawnHunk) => string = () => "@@") =>
  hunks.map((hunk) => `${head(hunk)}\n${written(hunk.rows)}`).join("\n");

function patched(
  drawn: DrawnPatch,
  patch: string,
  expect: string | "refuse",
  mayRefuse = false,
): MistakeCase {
  return {
    content: drawn.lines.join("\n"),
    old: "",
    next: "",
    patch,
    mayRefuse,
    expect: expect === "refuse" ? "refuse" : { content: expect },
  };
}

const patchOf =
  (
    write: (drawn: DrawnPatch, random: Random) => string | undefined,
    options: { readonly count?: 1 | 2; readonly mayRefuse?: boolean } = {},
  ): MistakeMaker =>
  (random, file) => {
    const drawn = drawPatch(random, file, options.count ?? 1);
    const patch = drawn && write(drawn, random);
    return drawn && patch !== undefined
      ? patched(drawn, patch, drawn.expected, options.mayRefuse)
      : undefined;
  };

/** Returns a hunk whose rows are changed. */
const changedRows = (
  hunk: DrawnHunk,
  change: (row: Row, at: number) => Row | readonly Row[] | undefined,
): DrawnHunk => ({
  ...hunk,
  rows: hunk.rows.flatMap((row, at) => {
    const made = change(row, at);
    if (made === undefined) return [];
    return Array.isArray(made[0]) ? (made as readonly Row[]) : [made as Row];
  }),
});

const onlyHunk = (drawn: DrawnPatch) => drawn.hunks[0] as DrawnHunk;

/** A value in a context line that the file does not have. */
const otherValue =
  (format: "unified" | "v4a"): MistakeMaker =>
  (random, file) => {
    const drawn = drawPatch(random, file, 1);
    if (!drawn) return undefined;
    const at = random.pick([0, 1, 2, 5, 6]);
    const line = onlyHunk(drawn).rows[at]?.[1] ?? "";
    const other = changeWord(random, line);
    if (other === undefined || other === line) return undefined;
    const hunk = changedRows(onlyHunk(drawn), (row, place) => (place === at ? [" ", other] : row));
    const patch = format === "unified" ? unified([hunk]) : v4a([hunk]);
    return patched(drawn, patch, drawn.expected, true);
  };

/** A removed line that the file does not have. */
const otherRemoved: MistakeMaker = (random, file) => {
  const drawn = drawPatch(random, file, 1);
  if (!drawn) return undefined;
  const row = onlyHunk(drawn).rows.find(([mark]) => mark === "-");
  const other = row && changeWord(random, row[1]);
  if (other === undefined || other === row?.[1] || drawn.expected.includes(other)) return undefined;
  const hunk = changedRows(onlyHunk(drawn), (own) => (own[0] === "-" ? ["-", other] : own));
  return patched(drawn, random.chance(0.5) ? unified([hunk]) : v4a([hunk]), "refuse");
};

/** The file has the change already. */
const appliedAlready: MistakeMaker = (random, file) => {
  const drawn = drawPatch(random, file, 1);
  if (!drawn) return undefined;
  const patch = random.chance(0.5) ? unified(drawn.hunks) : v4a(drawn.hunks);
  return patched({ ...drawn, lines: drawn.expected.split("\n") }, patch, "refuse");
};

/** A blank line among added lines has no mark. */
const addedBlankUnmarked: MistakeMaker = (random, file) => {
  const drawn = drawPatch(random, file, 1);
  if (!drawn) return undefined;
  const hunk = onlyHunk(drawn);
  const at = hunk.first + CONTEXT_LINES;
  const changed = hunk.rows[CONTEXT_LINES + 1]?.[1] ?? "";
  const added = ["lantern(1);", "", "pebble(2);"];
  const lines = drawn.lines.flatMap((line, place) => (place === at ? [changed, ...added] : [line]));
  const rows: Row[] = [
    ["+", "lantern(1);"],
    ["", ""],
    ["+", "pebble(2);"],
  ];
  const made = changedRows(hunk, (row) => (row[0] === "+" ? [row, ...rows] : row));
  return patched(drawn, v4a([made]), lines.join("\n"), true);
};

const FORMAT_BY_CHANCE = (drawn: DrawnPatch, random: Random) =>
  random.chance(0.5) ? unified(drawn.hunks) : v4a(drawn.hunks);

/** Forms of hunks that models send. */
export const HUNK_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "hunk-unified-header-in-v4a": patchOf((drawn) => v4a(drawn.hunks, header), { count: 2 }),
  "hunk-wrong-header-in-v4a": patchOf((drawn, random) =>
    v4a(drawn.hunks, () => `@@ -${random.between(1, 900)},9 +${random.between(1, 900)},9 @@`),
  ),
  "hunks-out-of-order-v4a": patchOf((drawn) => v4a(drawn.hunks.toReversed()), { count: 2 }),
  "hunks-out-of-order-unified": patchOf((drawn) => unified(drawn.hunks.toReversed()), { count: 2 }),
  "hunks-in-crlf": patchOf((drawn, random) => FORMAT_BY_CHANCE(drawn, random).replaceAll("\n", "\r\n"), {
    count: 2,
  }),
  "hunk-git-header": patchOf(
    (drawn) => `diff --git a/f b/f\nindex 3f2a..9d1c 100644\n${unified(drawn.hunks)}`,
  ),
  "hunk-no-newline-mark": patchOf((drawn) => `${unified(drawn.hunks)}\\ No newline at end of file\n`, {
    mayRefuse: true,
  }),
  "hunk-context-trailing-blanks": patchOf((drawn) =>
    v4a(
      drawn.hunks.map((hunk) =>
        changedRows(hunk, ([mark, text]) => (mark === " " ? [mark, `${text}  `] : [mark, text])),
      ),
    ),
  ),
  "hunk-context-typo": patchOf((drawn, random) => {
    const at = random.pick([0, 1, 2, 5, 6]);
    const wrong = mistype(random, onlyHunk(drawn).rows[at]?.[1] ?? "", drawn.lines.join("\n"));
    return wrong === undefined
      ? undefined
      : v4a([changedRows(onlyHunk(drawn), (row, place) => (place === at ? [" ", wrong] : row))]);
  }),
  "hunk-context-line-lost": patchOf(
    (drawn, random) => {
      const at = random.pick([1, 2, 5]);
      const lost = changedRows(onlyHunk(drawn), (row, place) => (place === at ? undefined : row));
      return random.chance(0.5) ? unified([lost]) : v4a([lost]);
    },
    { mayRefuse: true },
  ),
  "hunk-context-other-value-unified": otherValue("unified"),
  "hunk-context-other-value-v4a": otherValue("v4a"),
  "hunk-removed-other-line": otherRemoved,
  "hunk-applied-already": appliedAlready,
  "hunk-added-blank-unmarked": addedBlankUnmarked,
  "hunk-changed-line-unpaired": patchOf((drawn) => {
    // All removed lines after the added one.
    const rows = onlyHunk(drawn).rows;
    const order = [...rows.slice(0, 3), rows[4] as Row, rows[3] as Row, ...rows.slice(5)];
    return v4a([{ ...onlyHunk(drawn), rows: order }]);
  }),
  "hunk-indentation-lost": patchOf((drawn) => {
    const all = onlyHunk(drawn)
      .rows.map(([, text]) => text)
      .filter((text) => text.trim() !== "");
    const least = Math.min(...all.map((text) => /^ */.exec(text)?.[0].length ?? 0));
    return least === 0
      ? undefined
      : v4a([changedRows(onlyHunk(drawn), ([mark, text]) => [mark, text.slice(least)])]);
  }),
  "hunk-number-as-heading": patchOf((drawn) => v4a(drawn.hunks, ({ first }) => `@@ line ${first + 1}`), {
    mayRefuse: true,
  }),
};
