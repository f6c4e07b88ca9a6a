import { distinct } from "./blank-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import { makeTrueEdit } from "./true-edit.js";

type Gutter = (number: number, line: string) => string;

const GUTTERS: Readonly<Record<string, Gutter>> = {
  bar: (number, line) => `${number}|${line}`,
  "bar-blank": (number, line) => `${number}| ${line}`,
  colon: (number, line) => `${number}: ${line}`,
  tab: (number, line) => `${String(number).padStart(6)}\t${line}`,
  arrow: (number, line) => `${String(number).padStart(5)}→${line}`,
};

type Sides = "both" | "old" | "new" | "trimmed" | "partly";

const gutter =
  (format: Gutter, sides: Sides): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 4 });
    if (!edit || edit.old.some((line) => /^\s*\d/.test(line))) return undefined;
    const number = (lines: readonly string[], keep: (at: number) => boolean) =>
      lines
        .map((line, at) => (keep(at) ? format(edit.from + 1 + at, line) : line))
        .map((line) => (sides === "trimmed" ? line.trimEnd() : line));
    const all = () => true;
    const lost = random.between(1, edit.old.length - 1);
    const keep = sides === "partly" ? (at: number) => at !== lost : all;
    const old = sides === "new" ? edit.old : number(edit.old, keep);
    const next = sides === "old" ? edit.next : number(edit.next, all);
    if (sides === "new") {
      const content = edit.lines.join("\n");
      const after = [...edit.lines.slice(0, edit.from), ...edit.next, ...edit.lines.slice(edit.to)].join(
        "\n",
      );
      return { content, old: old.join("\n"), next: next.join("\n"), expect: { content: after } };
    }
    return distinct(edit, old.join("\n"), next.join("\n"));
  };

function gutters(): Record<string, MistakeMaker> {
  const made: Record<string, MistakeMaker> = {};
  for (const [name, format] of Object.entries(GUTTERS)) {
    for (const sides of ["both", "old", "new", "trimmed", "partly"] as const) {
      made[`gutter-${name}-${sides}`] = gutter(format, sides);
    }
  }
  return made;
}

/** A diff pasted into both texts: kept lines with a blank, removed and added lines with their marks. */
const diffMarks: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const kept = new Set(edit.old.filter((line) => edit.next.includes(line)));
  const mark = (lines: readonly string[], sign: string) =>
    lines.map((line) => (kept.has(line) ? ` ${line}` : sign + line)).join("\n");
  const old = mark(edit.old, "-");
  if (!/^-/m.test(old) && !/^\+/m.test(mark(edit.next, "+"))) return undefined;
  return distinct(edit, old, mark(edit.next, "+"));
};

/** Every line of the old text with `-`, every line of the new one with `+`. */
const wholeDiffMarks: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3 });
  if (!edit || edit.old.some((line) => /^\s*[-+]/.test(line))) return undefined;
  return distinct(
    edit,
    edit.old.map((line) => `-${line}`).join("\n"),
    edit.next.map((line) => `+${line}`).join("\n"),
  );
};

const wrap =
  (open: (random: Random) => string, close: string, sides: "both" | "old" = "both"): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file);
    if (!edit) return undefined;
    const start = open(random);
    const put = (lines: readonly string[]) => start + lines.join("\n") + close;
    return distinct(edit, put(edit.old), sides === "both" ? put(edit.next) : edit.next.join("\n"));
  };

const jsonString: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit) return undefined;
  return distinct(edit, JSON.stringify(edit.old.join("\n")), JSON.stringify(edit.next.join("\n")));
};

const fence = (random: Random) => random.pick(["```\n", "```ts\n", "```python\n"]);

/** Wrappings around the text of a call. */
export const WRAPPING_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  ...gutters(),
  "diff-marks": diffMarks,
  "diff-marks-on-all-lines": wholeDiffMarks,
  "open-fence": wrap(fence, ""),
  "open-fence-old-only": wrap(fence, "", "old"),
  "closing-fence": wrap(() => "", "\n```"),
  "quoted-as-json": jsonString,
  cdata: wrap(() => "<![CDATA[", "]]>"),
  "cdata-lines": wrap(() => "<![CDATA[\n", "\n]]>"),
};
