import { distinct } from "./blank-mistakes.js";
import { MARKS } from "./language-marks.js";
import { COMMENT, keptPlaces, misremembered, mistype } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { makeTrueEdit, type TrueEdit } from "./true-edit.js";

/** Returns an edit whose file has other blocks at its end. */
function withCopies(edit: TrueEdit, copies: readonly (readonly string[])[]): TrueEdit {
  return { ...edit, lines: [...edit.lines, ...copies.flatMap((copy) => ["", ...copy]), ""] };
}

/** Returns an edit of a block that has a line with a number which only this block has. */
function numbered(random: Random, file: SourceFile) {
  const edit = makeTrueEdit(random, file, { minLines: 4, maxLines: 9 });
  if (!edit) return undefined;
  const kept = keptPlaces(edit);
  const place = kept.find((at) => at > 0 && at < edit.old.length - 1);
  if (place === undefined) return undefined;
  const was = edit.old[place] as string;
  if (edit.old.indexOf(was) !== edit.old.lastIndexOf(was) || !edit.next.includes(was)) return undefined;
  const indent = /^[ \t]*/.exec(was)?.[0] ?? "";
  const line = (number: number) => `${indent}register(entry, ${number}, "place");`;
  const say = (lines: readonly string[], number: number) =>
    lines.map((own) => (own === was ? line(number) : own));
  const own = random.between(3, 6);
  const others = [1, 2, 3, 4, 5, 6, 7].filter((number) => number !== own);
  const inFile: TrueEdit = {
    ...edit,
    lines: [...edit.lines.slice(0, edit.from), ...say(edit.old, own), ...edit.lines.slice(edit.to)],
    old: say(edit.old, own),
    next: say(edit.next, own),
  };
  const many = withCopies(
    inFile,
    others.map((number) => say(edit.old, number)),
  );
  return {
    edit: many,
    own,
    say: (lines: readonly string[], number: number) =>
      lines.map((text) => (text === line(own) ? line(number) : text)),
    line,
  };
}

/** One of many blocks that differ in a number, with another indentation. */
const oneOfMany: MistakeMaker = (random, file) => {
  const made = numbered(random, file);
  if (!made) return undefined;
  const { edit } = made;
  const say = (lines: readonly string[]) =>
    lines.map((line) => (line.trim() === "" ? line : `   ${line}`)).join("\n");
  return distinct(edit, say(edit.old), say(edit.next));
};

/** A number that none of many blocks has. */
const noneOfMany: MistakeMaker = (random, file) => {
  const made = numbered(random, file);
  if (!made) return undefined;
  const { edit, say } = made;
  const content = edit.lines.join("\n");
  const other = random.pick([0, 8, 9, 33]);
  const old = say(edit.old, other).join("\n");
  const next = say(edit.next, other).join("\n");
  return old === next ? undefined : { content, old, next, expect: "refuse" };
};

/** One of many blocks, in which a kept line has a typo. */
const oneOfManyWithTypo: MistakeMaker = (random, file) => {
  const made = numbered(random, file);
  if (!made) return undefined;
  const { edit, own, line } = made;
  const places = keptPlaces(edit).filter((at) => edit.old[at] !== line(own));
  const said = misremembered(random, edit, 1, (text) => mistype(random, text, file.text), places);
  const result = said && distinct(edit, said.old, said.next);
  return result && { ...result, mayRefuse: true };
};

/** One of many blocks, whose line with the number is left out: nothing says which is meant. */
const numberLeftOut: MistakeMaker = (random, file) => {
  const made = numbered(random, file);
  if (!made) return undefined;
  const { edit, own, line } = made;
  const cut = (lines: readonly string[]) => lines.filter((text) => text !== line(own)).join("\n");
  const old = cut(edit.old);
  const next = cut(edit.next);
  const content = edit.lines.join("\n");
  return old === next || content.includes(old) ? undefined : { content, old, next, expect: "refuse" };
};

/** The block stands a second time as a comment, and the model has another indentation. */
const copyInComment: MistakeMaker = (random, file) => {
  const mark = MARKS[file.language]?.comment;
  const edit = mark === undefined ? undefined : makeTrueEdit(random, file, { minLines: 4 });
  if (!edit || edit.old.every((line) => !/^\s/.test(line))) return undefined;
  if (edit.old.some((line) => line.trim().startsWith(mark as string))) return undefined;
  const copy = edit.old.map((line) => `${mark} ${line}`);
  const say = (lines: readonly string[]) =>
    lines.map((line) => (line.trim() === "" ? line : `  ${line}`)).join("\n");
  const many = random.chance(0.5)
    ? withCopies(edit, [copy])
    : {
        ...edit,
        lines: [...copy, "", ...edit.lines],
        from: edit.from + copy.length + 1,
        to: edit.to + copy.length + 1,
      };
  return distinct(many, say(edit.old), say(edit.next));
};

/** The same text stands twice, and the second text is inside of a longer line. */
const copyInLongerLine: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 4 });
  if (!edit) return undefined;
  const last = edit.old.at(-1) as string;
  const copy = [...edit.old.slice(0, -1), `${last} && more(1)`];
  const blanks = (lines: readonly string[]) => lines.map((line) => `${line}  `).join("\n");
  return distinct(withCopies(edit, [copy]), blanks(edit.old), blanks(edit.next));
};

/** Half of the old text is from one block, and half from another. */
const mixture: MistakeMaker = (random, file): MistakeCase | undefined => {
  const one = makeTrueEdit(random, file, { minLines: 4, maxLines: 8 });
  const other = makeTrueEdit(random, file, { minLines: 4, maxLines: 8 });
  if (!one || !other || Math.abs(one.from - other.from) < 12) return undefined;
  if ([...one.changed].some((at) => at > 1)) return undefined;
  // A comment between the halves may have been left out.
  const between = one.lines.slice(one.from + 3, other.to - 3).filter((line) => line.trim() !== "");
  if (one.from < other.from && between.every((line) => COMMENT.test(`${line} `))) return undefined;
  const rest = other.old.slice(-3);
  const old = [...one.old.slice(0, 3), ...rest].join("\n");
  const next = [...one.next.slice(0, one.next.length - one.old.length + 3), ...rest].join("\n");
  return old === next || file.text.includes(old)
    ? undefined
    : { content: one.lines.join("\n"), old, next, expect: "refuse" };
};

/** The lines of a block in the opposite order. */
const reversed: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4, maxLines: 8 });
  if (!edit || new Set(edit.old.map((line) => line.trim())).size < edit.old.length) return undefined;
  const old = edit.old.toReversed().join("\n");
  const next = edit.next.toReversed().join("\n");
  return edit.lines.join("\n").includes(old)
    ? undefined
    : { content: edit.lines.join("\n"), old, next, expect: "refuse" };
};

/** Copies of a block, of which one is meant. */
export const COPY_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "one-of-many": oneOfMany,
  "none-of-many": noneOfMany,
  "one-of-many-with-typo": oneOfManyWithTypo,
  "number-of-many-left-out": numberLeftOut,
  "copy-in-comment": copyInComment,
  "copy-in-longer-line": copyInLongerLine,
  "mixture-of-blocks": mixture,
  "reversed-lines": reversed,
};
