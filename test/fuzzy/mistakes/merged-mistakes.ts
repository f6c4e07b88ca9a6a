import { distinct } from "./blank-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

/** Returns an edit of two lines that are not neighbours. */
function twoChanges(random: Random, file: SourceFile) {
  const edit = makeTrueEdit(random, file, { minLines: 7, maxLines: 16 });
  if (!edit) return undefined;
  const places = edit.old
    .map((_, place) => place)
    .filter((place) => (edit.old[place] as string).trim().length > 12);
  const one = random.pick(places);
  const other = random.pick(places);
  if (one === undefined || other === undefined || other - one < 3) return undefined;
  const first = changeWord(random, edit.old[one] as string);
  const second = changeWord(random, edit.old[other] as string);
  if (first === undefined || second === undefined) return undefined;
  if (first === edit.old[one] || second === edit.old[other]) return undefined;
  const put = (lines: readonly string[], at: number, line: string) =>
    lines.map((own, place) => (place === at ? line : own));
  const half = put(edit.old, one, first);
  return { edit, half, full: put(half, other, second), half2: put(edit.old, other, second), one, other };
}

/** The file already has one of the two changes. */
const partApplied: MistakeMaker = (random, file) => {
  const made = twoChanges(random, file);
  if (!made) return undefined;
  const { edit } = made;
  const inFile = random.chance(0.5) ? made.half : made.half2;
  const lines = [...edit.lines.slice(0, edit.from), ...inFile, ...edit.lines.slice(edit.to)];
  const moved: TrueEdit = { ...edit, lines, old: inFile, next: made.full };
  return distinct(moved, edit.old.join("\n"), made.full.join("\n"));
};

/** Returns a case of a text that was read before the file changed. */
function stale(
  edit: TrueEdit,
  inFile: readonly string[],
  next: readonly string[],
  expected: readonly string[] | "refuse",
): MistakeCase | undefined {
  const base = edit.lines.join("\n");
  const content = withBlock(edit, inFile);
  const old = edit.old.join("\n");
  if (content.includes(old)) return undefined;
  return {
    base,
    content,
    old,
    next: next.join("\n"),
    expect: expected === "refuse" ? "refuse" : { content: withBlock(edit, expected) },
  };
}

/** Since the read, another line of the block got another value, name or line. */
const staleOther: MistakeMaker = (random, file) => {
  const made = twoChanges(random, file);
  return made && stale(made.edit, made.half, made.half2, made.full);
};

const staleAdded: MistakeMaker = (random, file) => {
  const made = twoChanges(random, file);
  if (!made) return undefined;
  const { edit, one, half2, other } = made;
  if (other - one < 4) return undefined;
  const added = `${/^[ \t]*/.exec(edit.old[one] as string)?.[0] ?? ""}lantern(17);`;
  const add = (lines: readonly string[]) => [...lines.slice(0, one + 1), added, ...lines.slice(one + 1)];
  return stale(edit, add(edit.old), half2, add(half2));
};

const staleRemoved: MistakeMaker = (random, file) => {
  const made = twoChanges(random, file);
  if (!made) return undefined;
  const { edit, one, half2, other } = made;
  if (other - one < 4) return undefined;
  const cut = (lines: readonly string[]) => lines.filter((_, place) => place !== one);
  return stale(edit, cut(edit.old), half2, cut(half2));
};

/** Both sides changed the same line in different ways. */
const staleConflict: MistakeMaker = (random, file) => {
  const made = twoChanges(random, file);
  if (!made) return undefined;
  const { edit, one, half } = made;
  const mine = changeWord(random, edit.old[one] as string);
  if (mine === undefined || mine === edit.old[one] || mine === half[one]) return undefined;
  return stale(
    edit,
    half,
    edit.old.map((line, place) => (place === one ? mine : line)),
    "refuse",
  );
};

/** The file changed since the model read it. */
export const MERGED_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "part-applied": partApplied,
  "stale-other-line-changed": staleOther,
  "stale-line-added": staleAdded,
  "stale-line-removed": staleRemoved,
  "stale-same-line-changed": staleConflict,
};
