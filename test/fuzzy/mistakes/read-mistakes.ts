import { distinct } from "./blank-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

interface Since {
  readonly edit: TrueEdit;
  /** The block as it is in the file now. */
  readonly now: readonly string[];
  /** The block after the edit. */
  readonly expected: readonly string[] | "refuse";
  readonly old?: string;
  readonly next?: string;
  readonly mayRefuse?: boolean;
}

function since({ edit, now, expected, mayRefuse = false, ...texts }: Since): MistakeCase | undefined {
  const content = withBlock(edit, now);
  const old = texts.old ?? edit.old.join("\n");
  const next = texts.next ?? edit.next.join("\n");
  const base = edit.lines.join("\n");
  if (content === base || old === next || content.includes(old)) return undefined;
  return {
    base,
    content,
    old,
    next,
    mayRefuse,
    expect: expected === "refuse" ? "refuse" : { content: withBlock(edit, expected) },
  };
}

/** Draws an edit that changes one word of one line, away from the edges of the block. */
function oneWord(random: Random, file: SourceFile) {
  const edit = makeTrueEdit(random, file, { minLines: 7 });
  if (edit?.changed.size !== 1 || edit.next.length !== edit.old.length) return undefined;
  const [at] = edit.changed as unknown as Iterable<number>;
  if (at === undefined || at < 2 || at > edit.old.length - 3) return undefined;
  return { edit, at };
}

const put = (lines: readonly string[], at: number, line: string) =>
  lines.map((own, place) => (place === at ? line : own));

/** The line next to the one that the edit changes has changed. */
const neighbour: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  const { edit, at } = made;
  const near = at + random.pick([-1, 1]);
  const line = changeWord(random, edit.old[near] as string);
  if (line === undefined || line === edit.old[near]) return undefined;
  return since({
    edit,
    now: put(edit.old, near, line),
    expected: put(edit.next, near, line),
    mayRefuse: true,
  });
};

/** The line that the edit changes was removed. */
const changedLineRemoved: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  return since({
    edit: made.edit,
    now: made.edit.old.filter((_, place) => place !== made.at),
    expected: "refuse",
  });
};

/** Both sides added lines at the same place. */
const bothAdded =
  (isSame: boolean): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 6 });
    if (!edit || edit.changed.size > 0) return undefined;
    const at = edit.next.findIndex((line, place) => line !== edit.old[place]);
    if (at <= 1 || at >= edit.old.length - 1) return undefined;
    const now = isSame ? edit.next : [...edit.old.slice(0, at), "willow(4711);", ...edit.old.slice(at)];
    return since({ edit, now, expected: "refuse" });
  };

/** The model remembers another indentation, and another line has changed since it read the file. */
const shiftedAndChanged: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  const { edit, at } = made;
  const far = at < edit.old.length / 2 ? edit.old.length - 1 : 0;
  const line = changeWord(random, edit.old[far] as string);
  if (line === undefined || line === edit.old[far] || Math.abs(far - at) < 2) return undefined;
  const shift = (lines: readonly string[]) =>
    lines.map((own) => (own.trim() === "" ? own : `  ${own}`)).join("\n");
  return since({
    edit,
    now: put(edit.old, far, line),
    expected: put(edit.next, far, line),
    old: shift(edit.old),
    next: shift(edit.next),
    mayRefuse: true,
  });
};

/** All strings have got other quotes. */
const requoted: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made || !["javascript", "typescript", "python"].includes(file.language)) return undefined;
  const { edit, at } = made;
  if (edit.lines.some((line) => line.includes('"') && line.includes("'"))) return undefined;
  const quote = edit.old.some((line) => line.includes("'")) ? (["'", '"'] as const) : (['"', "'"] as const);
  const say = (line: string) => line.replaceAll(quote[0], quote[1]);
  const line = edit.old[at] as string;
  if (say(line) !== line || !edit.old.some((own) => say(own) !== own)) return undefined;
  return since({ edit, now: edit.old.map(say), expected: edit.next.map(say) });
};

/** A part of the file with other lines was removed above, and the block has another indentation. */
const wrapped: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made || ["markdown", "rst"].includes(file.language)) return undefined;
  const wrap = (lines: readonly string[]) => [
    "if (willow) {",
    ...lines.map((line) => (line.trim() === "" ? line : `  ${line}`)),
    "}",
  ];
  return since({ edit: made.edit, now: wrap(made.edit.old), expected: wrap(made.edit.next) });
};

/** The file has the whole change already, made by another program. */
const wholeApplied: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  return since({ edit: made.edit, now: made.edit.next, expected: "refuse" });
};

/** A renamed name stands also in the line that the edit changes in another word. */
const renamedInChangedLine: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  const { edit, at } = made;
  const words = (edit.next[at] as string).match(/\b[A-Za-z]{5,}\b/g) ?? [];
  const word = words.find(
    (own) =>
      (edit.old[at] as string).includes(own) &&
      !/quasar|lantern|pebble|harbor|cobalt|meadow|tundra|velvet/.test(own),
  );
  if (word === undefined) return undefined;
  const rename = (line: string) => line.replace(new RegExp(`\\b${word}\\b`, "g"), `willow${word}`);
  return since({ edit, now: edit.old.map(rename), expected: edit.next.map(rename), mayRefuse: true });
};

/** A block that was read, in which two lines are left out of the old text. */
const staleElsewhere: MistakeMaker = (random, file) => {
  const made = oneWord(random, file);
  if (!made) return undefined;
  const { edit } = made;
  const other = edit.lines.map((line, at) =>
    at < edit.from - 8 || at > edit.to + 8 ? (changeWord(random, line) ?? line) : line,
  );
  const moved = { ...edit, lines: other };
  const say = (lines: readonly string[]) =>
    lines.map((line) => (line.trim() === "" ? line : ` ${line}`)).join("\n");
  const result = distinct(moved, say(edit.old), say(edit.next));
  return result && { ...result, base: edit.lines.join("\n") };
};

/** Changes of a file since it was read, near the edit. */
export const READ_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "read-neighbour-changed": neighbour,
  "read-changed-line-removed": changedLineRemoved,
  "read-both-added": bothAdded(false),
  "read-both-added-the-same": bothAdded(true),
  "read-shifted-and-changed": shiftedAndChanged,
  "read-requoted": requoted,
  "read-wrapped": wrapped,
  "read-whole-applied": wholeApplied,
  "read-renamed-in-changed-line": renamedInChangedLine,
  "read-changed-elsewhere": staleElsewhere,
};
