import { detectIndentUnit } from "../../../src/fuzzy/index.js";
import { distinct } from "./blank-mistakes.js";
import { withExtraLine } from "./comment-mistakes.js";
import { MARKS } from "./language-marks.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? "";

/** Returns lines without the indentation that all of them have, or `undefined` if there is none. */
function dedented(
  lines: readonly string[],
): { readonly lines: string[]; readonly common: string } | undefined {
  const solid = lines.filter((line) => line.trim() !== "");
  const shortest = solid.map(indentOf).reduce((one, other) => (other.length < one.length ? other : one));
  if (shortest === "" || !solid.every((line) => line.startsWith(shortest))) return undefined;
  return { lines: lines.map((line) => line.slice(shortest.length)), common: shortest };
}

/** Returns an edit that writes lines in place of a blank line inside a block. */
function blankReplaced(random: Random, file: SourceFile): TrueEdit | undefined {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const blanks = edit.old
    .map((_, place) => place)
    .filter((place) => edit.old[place] === "" && !/^\s*(?:\*|\/\*)/.test(edit.old[place - 1] ?? ""));
  if (blanks.length === 0) return undefined;
  const at = random.pick(blanks);
  const indent = indentOf(edit.old[at - 1] as string);
  const added = random.chance(0.5)
    ? [`${indent}quasar(12);`]
    : [`${indent}quasar(12);`, `${indent}pebble(34);`];
  return {
    ...edit,
    next: [...edit.old.slice(0, at), ...added, ...edit.old.slice(at + 1)],
    changed: new Set([at]),
  };
}

const blankInCrlf: MistakeMaker = (random, file) => {
  const edit = blankReplaced(random, file);
  if (!edit) return undefined;
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  return {
    content: crlf(edit.lines.join("\n")),
    old: edit.old.join("\n"),
    next: edit.next.join("\n"),
    expect: { content: crlf(withBlock(edit, edit.next)) },
  };
};

const blankInDedented: MistakeMaker = (random, file) => {
  const edit = blankReplaced(random, file);
  const old = edit && dedented(edit.old);
  if (!edit || !old) return undefined;
  if (!edit.next.every((line) => line === "" || line.startsWith(old.common))) return undefined;
  return distinct(
    edit,
    old.lines.join("\n"),
    edit.next.map((line) => line.slice(old.common.length)).join("\n"),
  );
};

function unitOf(file: SourceFile): string | undefined {
  const unit = detectIndentUnit(file.text.split("\n"));
  if (unit === undefined) return undefined;
  return unit.kind === "tab" ? "\t" : " ".repeat(unit.width);
}

/** Returns a block and the same block inside a condition. */
function wrapped(random: Random, file: SourceFile) {
  const marks = MARKS[file.language]?.block;
  const unit = unitOf(file);
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 8 });
  const shifted = edit && dedented(edit.old);
  if (!marks || !unit || !edit || !shifted) return undefined;
  if (shifted.lines.some((line) => /^\s*\*/.test(line)) || indentOf(shifted.lines[0] as string) !== "")
    return undefined;
  if (edit.old.some((line) => line.includes("\t") && unit !== "\t")) return undefined;
  const [open, close] = marks;
  const wrap = (lines: readonly string[], indent: string) => [
    indent + open,
    ...lines.map((line) => (line.trim() === "" ? line : unit + line)),
    ...(close === undefined ? [] : [indent + close]),
  ];
  return { edit, shifted, wrap };
}

const wrapShifted: MistakeMaker = (random, file) => {
  const made = wrapped(random, file);
  if (!made) return undefined;
  const { edit, shifted, wrap } = made;
  const next = wrap(edit.old, shifted.common);
  return distinct({ ...edit, next }, shifted.lines.join("\n"), wrap(shifted.lines, "").join("\n"));
};

/** Only the old text lacks its indentation; the new one wraps the block at the indentation of the file. */
const wrapOldShifted: MistakeMaker = (random, file) => {
  const made = wrapped(random, file);
  if (!made) return undefined;
  const { edit, shifted, wrap } = made;
  const next = wrap(edit.old, shifted.common);
  return distinct({ ...edit, next }, shifted.lines.join("\n"), next.join("\n"));
};

/** Both texts were copied from inside a line, so that their first lines lack their indentation; one line has a blank at its end. */
const wrapBareFirstLine: MistakeMaker = (random, file) => {
  const made = wrapped(random, file);
  if (!made) return undefined;
  const { edit, shifted, wrap } = made;
  const next = wrap(edit.old, shifted.common);
  const bare = ([first = "", ...others]: readonly string[]) => [first.trimStart(), ...others].join("\n");
  const old = [...edit.old];
  const last = old.length - 1;
  if (old.filter((line) => line === old[last]).length > 1) return undefined;
  old[last] += " ";
  return distinct({ ...edit, next }, bare(old), bare(next));
};

/** The model remembers another width of a level, and wraps the block. */
const wrapRescaled: MistakeMaker = (random, file) => {
  const made = wrapped(random, file);
  const unit = unitOf(file);
  if (!made || unit === undefined || unit === "\t") return undefined;
  const { edit, shifted, wrap } = made;
  const levels = (line: string) => indentOf(line).length / unit.length;
  if (!edit.lines.every((line) => line.trim() === "" || Number.isInteger(levels(line)))) return undefined;
  if (new Set(edit.old.filter((line) => line.trim() !== "").map(levels)).size < 2) return undefined;
  const own = random.pick(["  ", "   ", "    "].filter((width) => width !== unit));
  const scaled = (lines: readonly string[]) =>
    lines.map((line) => own.repeat(levels(line)) + line.trimStart()).join("\n");
  const next = wrap(edit.old, shifted.common);
  return distinct({ ...edit, next }, scaled(edit.old), scaled(next));
};

const unwrapShifted: MistakeMaker = (random, file) => {
  const made = wrapped(random, file);
  if (!made) return undefined;
  const { edit, shifted, wrap } = made;
  const inFile = wrap(edit.old, shifted.common);
  const lines = [...edit.lines.slice(0, edit.from), ...inFile, ...edit.lines.slice(edit.to)];
  const moved: TrueEdit = { ...edit, lines, to: edit.from + inFile.length, old: inFile, next: edit.old };
  return distinct(moved, wrap(shifted.lines, "").join("\n"), shifted.lines.join("\n"));
};

/** A call whose second line is aligned with the bracket above it, in a text without its indentation. */
const aligned: MistakeMaker = (random, file) => {
  const name = random.pick(["combineAll(", "register(", "settings.update("]);
  const made = withExtraLine(random, file, `${name}firstValue,`);
  if (!made) return undefined;
  const { edit, at, line } = made;
  const indent = indentOf(line) + " ".repeat(name.length);
  const second = `${indent}secondValue)`;
  const third = `${indent}thirdValue)`;
  const put = (lines: readonly string[], ...added: string[]) => {
    const place = lines.indexOf(line);
    return [...lines.slice(0, place + 1), ...added, ...lines.slice(place + 1)];
  };
  const old = put(edit.old, second);
  const next = put(edit.old, `${second.slice(0, -1)},`, third);
  const lines = [...edit.lines];
  lines.splice(edit.from + at + 1, 0, second);
  const full: TrueEdit = { ...edit, lines, to: edit.to + 1, old, next };
  const shifted = dedented([...old, ...next]);
  if (!shifted || lines.filter((own) => own === second).length > 1) return undefined;
  return distinct(
    full,
    shifted.lines.slice(0, old.length).join("\n"),
    shifted.lines.slice(old.length).join("\n"),
  );
};

/** The model writes tabs where the file has blanks, in a part of each indentation. */
const tabsAfterBlanks: MistakeMaker = (random, file) => {
  const unit = unitOf(file);
  if (unit === undefined || unit === "\t" || file.text.includes("\t")) return undefined;
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const change = (line: string) => {
    const indent = indentOf(line);
    const levels = indent.length / unit.length;
    if (!Number.isInteger(levels) || levels < 2) return line;
    return unit + "\t".repeat(levels - 1) + line.slice(indent.length);
  };
  const old = edit.old.map(change).join("\n");
  return old === edit.old.join("\n") ? undefined : distinct(edit, old, edit.next.map(change).join("\n"));
};

/** Only the added lines have tabs, and another line of the old text has other blanks than the file. */
const tabsInNew: MistakeMaker = (random, file) => {
  const unit = unitOf(file);
  if (unit === undefined || unit === "\t" || file.text.includes("\t")) return undefined;
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit || edit.next.length <= edit.old.length) return undefined;
  const trailing = (line: string) => (edit.old[0] === line ? `${line} ` : line);
  const tabbed = (line: string) => {
    const levels = indentOf(line).length / unit.length;
    return Number.isInteger(levels) && levels > 0 && !edit.old.includes(line)
      ? "\t".repeat(levels) + line.trimStart()
      : trailing(line);
  };
  const next = edit.next.map(tabbed);
  if (next.join("\n") === edit.next.map(trailing).join("\n")) return undefined;
  return distinct(edit, edit.old.map(trailing).join("\n"), next.join("\n"));
};

/** Indentation of lines that no line of the file shows directly. */
export const INDENT_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "blank-line-replaced-crlf": blankInCrlf,
  "blank-line-replaced-dedent": blankInDedented,
  "wrapped-dedent": wrapShifted,
  "wrapped-old-dedent": wrapOldShifted,
  "wrapped-bare-first-line": wrapBareFirstLine,
  "wrapped-rescaled": wrapRescaled,
  "unwrapped-dedent": unwrapShifted,
  "aligned-continuation": aligned,
  "tabs-after-blanks": tabsAfterBlanks,
  "tabs-in-new-lines": tabsInNew,
};
