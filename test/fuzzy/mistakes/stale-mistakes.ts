import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

/** Returns a case of an edit of a text that was read, in a file that changed. */
function since(edit: TrueEdit, content: string, expected: string | "refuse"): MistakeCase | undefined {
  const base = edit.lines.join("\n");
  if (content === base) return undefined;
  return {
    base,
    content,
    old: edit.old.join("\n"),
    next: edit.next.join("\n"),
    expect: expected === "refuse" ? "refuse" : { content: expected },
    mayRefuse: true,
  };
}

/** Returns the lines of a file without the block, and a place for it at least 4 lines away from it. */
function elsewhere(edit: TrueEdit, at: number): number | undefined {
  const place = Math.min(at, edit.lines.length);
  return place < edit.from - 4 || place > edit.to + 4 ? place : undefined;
}

/** The block was moved to another place, unchanged. */
const moved: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  const place = edit && elsewhere(edit, random.between(0, edit.lines.length));
  if (!edit || place === undefined) return undefined;
  const put = (block: readonly string[]) => {
    const lines = [...edit.lines];
    if (place > edit.to) {
      lines.splice(place, 0, ...block);
      lines.splice(edit.from, edit.old.length);
    } else {
      lines.splice(edit.from, edit.old.length);
      lines.splice(place, 0, ...block);
    }
    return lines.join("\n");
  };
  return since(edit, put(edit.old), put(edit.next));
};

/** The block was copied to another place; in some cases the original was changed too. */
const copied =
  (isOriginalChanged: boolean): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 4 });
    const place = edit && elsewhere(edit, random.between(0, edit.lines.length));
    if (!edit || place === undefined) return undefined;
    const kept = edit.old.findIndex((line, at) => !edit.changed.has(at) && edit.next.includes(line));
    const other = isOriginalChanged && kept >= 0 ? changeWord(random, edit.old[kept] as string) : undefined;
    if (isOriginalChanged && other === undefined) return undefined;
    const was = edit.old[kept];
    const say = (block: readonly string[]) => block.map((line) => (line === was ? (other ?? line) : line));
    const put = (block: readonly string[]) => {
      const lines = [...edit.lines.slice(0, edit.from), ...say(block), ...edit.lines.slice(edit.to)];
      const shift = place > edit.from ? block.length - edit.old.length : 0;
      lines.splice(place + shift, 0, ...edit.old);
      return lines.join("\n");
    };
    return since(edit, put(edit.old), put(edit.next));
  };

/** The block was copied directly after itself. */
const doubled: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  return edit && since(edit, withBlock(edit, [...edit.old, ...edit.old]), "refuse");
};

/** All lines of the file got other line ends. */
const otherLineEnds: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  return edit && since(edit, crlf(edit.lines.join("\n")), crlf(withBlock(edit, edit.next)));
};

/** The file was indented with twice the blanks. */
const reindented: MistakeMaker = (random, file) => {
  if (/^ *\t/m.test(file.text) || !/^ {2}\S/m.test(file.text) || /^\s*\*/m.test(file.text)) return undefined;
  const edit = makeTrueEdit(random, file);
  const twice = (text: string) => text.replace(/^ +/gm, (blanks) => blanks + blanks);
  return edit && since(edit, twice(edit.lines.join("\n")), twice(withBlock(edit, edit.next)));
};

/** A name was renamed in the whole file; the edit keeps the lines that have it. */
const renamed: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const kept = new Set(edit.old);
  const touched = [...edit.changed].map((at) => edit.old[at]);
  const fresh = edit.next.filter((line) => !kept.has(line));
  const edited = [...touched, ...fresh].join("\n");
  const names = (edit.old.join("\n").match(/\b[A-Za-z_]{5,}\b/g) ?? []).filter(
    (own) => !edited.includes(own),
  );
  const name = random.pick(names);
  if (name === undefined) return undefined;
  const rename = (text: string) => text.replace(new RegExp(`\\b${name}\\b`, "g"), `renamed${name}`);
  return since(edit, rename(edit.lines.join("\n")), rename(withBlock(edit, edit.next)));
};

/** The block was removed. */
const removed: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  return edit && since(edit, withBlock(edit, []), "refuse");
};

/** Lines were added at the start of the file and another block was removed. */
const shifted: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit || edit.from < 12) return undefined;
  const shift = (text: string) => ["added(1)", "added(2)", ...text.split("\n").slice(5)].join("\n");
  const made = since(edit, shift(edit.lines.join("\n")), shift(withBlock(edit, edit.next)));
  return made && { ...made, mayRefuse: false };
};

/** Changes of the file since it was read. */
export const STALE_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "stale-block-moved": moved,
  "stale-block-copied": copied(false),
  "stale-block-copied-and-changed": copied(true),
  "stale-block-doubled": doubled,
  "stale-line-ends": otherLineEnds,
  "stale-reindented": reindented,
  "stale-renamed": renamed,
  "stale-block-removed": removed,
  "stale-shifted": shifted,
};
