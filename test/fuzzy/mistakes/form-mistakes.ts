import { distinct } from "./blank-mistakes.js";
import { keptPlaces, mistype } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

/** A line of a hunk: its sign and its text. */
type Row = readonly [sign: " " | "-" | "+" | "", text: string];

/** Returns a block of which one line changes, as the rows of a hunk. */
function oneLineHunk(random: Random, file: SourceFile) {
  const edit = makeTrueEdit(random, file, { minLines: 7, maxLines: 9 });
  if (!edit) return undefined;
  const at = random.between(2, edit.old.length - 3);
  const line = edit.old[at] as string;
  const changed = changeWord(random, line);
  if (changed === undefined || changed === line || line.trim().length < 6) return undefined;
  const rows: Row[] = edit.old.flatMap((own, place): Row[] =>
    place === at
      ? [
          ["-", own],
          ["+", changed],
        ]
      : [[" ", own]],
  );
  return { edit, at, rows, next: edit.old.with(at, changed) };
}

const written = (rows: readonly Row[]) => rows.map(([sign, text]) => sign + text).join("\n");

function patched(
  edit: TrueEdit,
  patch: string,
  next: readonly string[] | "refuse",
  mayRefuse = false,
): MistakeCase {
  return {
    content: edit.lines.join("\n"),
    old: "",
    next: "",
    patch,
    expect: next === "refuse" ? "refuse" : { content: withBlock(edit, next) },
    mayRefuse,
  };
}

const unified = (rows: readonly Row[], head: string) => `--- a/f\n+++ b/f\n${head}\n${written(rows)}\n`;

/** A unified diff whose header is wrong: other counts, or a line number far away. */
const wrongHeader =
  (headOf: (edit: TrueEdit, random: Random) => string): MistakeMaker =>
  (random, file) => {
    const made = oneLineHunk(random, file);
    return made && patched(made.edit, unified(made.rows, headOf(made.edit, random)), made.next);
  };

/** A V4A hunk whose rows the model changed. */
const changedRows =
  (
    change: (rows: readonly Row[], random: Random, file: SourceFile) => readonly Row[] | undefined,
    isMeant = true,
  ): MistakeMaker =>
  (random, file) => {
    const made = oneLineHunk(random, file);
    const rows = made && change(made.rows, random, file);
    if (!made || !rows || written(rows) === written(made.rows)) return undefined;
    return patched(made.edit, `@@\n${written(rows)}`, isMeant ? made.next : "refuse", isMeant);
  };

/** Context that the file does not have. */
const madeUpContext = changedRows((rows, random) => {
  const at = random.between(1, rows.length - 1);
  return [...rows.slice(0, at), [" ", "  madeUp(lantern, 17, harbor);"], ...rows.slice(at)];
}, false);

/** A hunk with a typo in one context line. */
const typoInContext = changedRows((rows, random, file) => {
  const at = random.pick([...rows.keys()].filter((place) => rows[place]?.[0] === " "));
  const wrong = mistype(random, rows[at]?.[1] as string, file.text);
  return wrong === undefined ? undefined : rows.with(at, [" ", wrong]);
});

/** A patch for a file with CRLF. */
const crlfFile: MistakeMaker = (random, file) => {
  const made = oneLineHunk(random, file);
  if (!made) return undefined;
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const { edit, rows, next } = made;
  const plain = patched(edit, `@@\n${written(rows)}`, next);
  return { ...plain, content: crlf(plain.content), expect: { content: crlf(withBlock(edit, next)) } };
};

/** One kept line is in the texts twice. */
const stutter: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const line = edit.old[random.pick(keptPlaces(edit))];
  if (line === undefined || line.trim().length < 8) return undefined;
  const twice = (lines: readonly string[]) => lines.flatMap((own) => (own === line ? [own, own] : [own]));
  const made = distinct(edit, twice(edit.old).join("\n"), twice(edit.next).join("\n"));
  return made && { ...made, mayRefuse: true };
};

/** Two neighbouring kept lines have changed places in both texts. */
const swapped: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const at = random.between(0, edit.old.length - 2);
  const [one, other] = [edit.old[at] as string, edit.old[at + 1] as string];
  const nextAt = edit.next.findIndex((line, place) => line === one && edit.next[place + 1] === other);
  if ([at - 1, at, at + 1, at + 2].some((near) => edit.changed.has(near)) || nextAt < 0) return undefined;
  if (one.trim() === other.trim() || one.trim() === "" || other.trim() === "") return undefined;
  // Beside an added line, the sides of the lines are not certain.
  if (edit.next[nextAt - 1] !== edit.old[at - 1] || edit.next[nextAt + 2] !== edit.old[at + 2])
    return undefined;
  const put = (lines: readonly string[], place: number) =>
    lines
      .with(place, other)
      .with(place + 1, one)
      .join("\n");
  const made = distinct(edit, put(edit.old, at), put(edit.next, nextAt));
  return made && { ...made, mayRefuse: true };
};

/** A kept line of code is missing in both texts. */
const lostLine: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const isCalm = (at: number) =>
    at > 0 && at < edit.old.length - 1 && ![at - 1, at + 1].some((near) => edit.changed.has(near));
  const place = random.pick(keptPlaces(edit).filter(isCalm));
  const line = place === undefined ? undefined : edit.old[place];
  const at = line === undefined ? -1 : edit.next.indexOf(line);
  // Beside an added line, the side of the lost one is not certain.
  if (
    at < 0 ||
    edit.next[at - 1] !== edit.old[(place as number) - 1] ||
    edit.next[at + 1] !== edit.old[(place as number) + 1]
  )
    return undefined;
  if (line === undefined || edit.old.indexOf(line) !== edit.old.lastIndexOf(line)) return undefined;
  const without = (lines: readonly string[]) => lines.filter((own) => own !== line).join("\n");
  const made = distinct(edit, without(edit.old), without(edit.next));
  return made && { ...made, mayRefuse: true };
};

/** The last line of both texts breaks off, and all lines lack their common indentation. */
const brokenOff: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  const last = edit?.old.at(-1);
  if (!edit || last === undefined || last.trim().length < 12 || edit.next.at(-1) !== last) return undefined;
  if (edit.changed.has(edit.old.length - 1)) return undefined;
  const cut = last.slice(0, last.length - random.between(3, 6)).trimEnd();
  const say = (lines: readonly string[]) => [...lines.slice(0, -1), cut].map((line) => ` ${line}`).join("\n");
  const made = distinct(edit, say(edit.old), say(edit.next));
  return made && { ...made, mayRefuse: true };
};

/** The file has characters that the model writes as plain ones. */
const plainFor =
  (real: string, plain: string): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 4 });
    if (!edit || file.text.includes(real)) return undefined;
    const place = random.pick(keptPlaces(edit));
    const line = place === undefined ? undefined : edit.old[place];
    const at = line?.lastIndexOf(" ") ?? -1;
    if (line === undefined || at <= 0 || line.slice(0, at).trim() === "") return undefined;
    const say = (word: string) => (own: string) =>
      own === line ? line.slice(0, at) + word + line.slice(at) : own;
    const inFile: TrueEdit = {
      ...edit,
      lines: edit.lines.map(say(real)),
      old: edit.old.map(say(real)),
      next: edit.next.map(say(real)),
    };
    return distinct(inFile, edit.old.map(say(plain)).join("\n"), edit.next.map(say(plain)).join("\n"));
  };

/** Forms of calls that models send. */
export const FORM_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "patch-wrong-counts": wrongHeader((edit, random) => {
    const start = edit.from + 1;
    return `@@ -${start},${random.between(1, 20)} +${start},${random.between(1, 20)} @@`;
  }),
  "patch-number-far-away": wrongHeader((edit, random) => {
    const start = edit.from + random.between(20, 90);
    return `@@ -${start},${edit.old.length} +${start},${edit.old.length} @@`;
  }),
  "patch-without-numbers": wrongHeader(() => "@@ @@"),
  "patch-trimmed-blank-lines": changedRows((rows) =>
    rows.map(([sign, text]) =>
      sign === " " && text.trim() === "" ? (["", ""] as const) : ([sign, text] as const),
    ),
  ),
  "patch-shifted": changedRows((rows) => rows.map(([sign, text]) => [sign, `  ${text}`] as const)),
  "patch-typo-in-context": typoInContext,
  "patch-made-up-context": madeUpContext,
  "patch-crlf-file": crlfFile,
  "stuttered-line": stutter,
  "swapped-lines": swapped,
  "lost-line": lostLine,
  "broken-off-last-line": brokenOff,
  "no-break-space": plainFor("\u00a0", " "),
  "en-dash": plainFor(" –", " -"),
  "ellipsis-character": plainFor(" wait…", " wait..."),
};
