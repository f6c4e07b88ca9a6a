import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

type LineChange = (line: string, place: number) => string;

/** Returns a case whose old and new text are the true ones with each line changed. */
function bothChanged(edit: TrueEdit, change: LineChange): MistakeCase | undefined {
  const old = edit.old.map(change).join("\n");
  const next = edit.next.map(change).join("\n");
  return distinct(edit, old, next);
}

/** Returns the case, unless the mistake changed nothing or the two texts are equal. */
export function distinct(edit: TrueEdit, old: string, next: string): MistakeCase | undefined {
  const content = edit.lines.join("\n");
  if (old === edit.old.join("\n") || old === next || content.includes(old)) return undefined;
  return { content, old, next, expect: { content: withBlock(edit, edit.next) } };
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map(indentOf);
  return indents.reduce((one, other) => (one.length <= other.length ? one : other), indents[0] ?? "");
}

/** Returns the smallest indentation of a file's lines, or `undefined` if lines mix tabs and spaces. */
function unitOf(file: SourceFile): string | undefined {
  const indents = file.text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("*"))
    .map(indentOf)
    .filter((indent) => indent !== "");
  if (indents.length < 4) return undefined;
  if (indents.every((indent) => /^\t+$/.test(indent))) return "\t";
  if (indents.some((indent) => indent.includes("\t"))) return undefined;
  return [4, 2]
    .map((width) => " ".repeat(width))
    .find((unit) => indents.every((indent) => indent.length % unit.length === 0));
}

function whole(random: Random, file: SourceFile): TrueEdit | undefined {
  return makeTrueEdit(random, file);
}

const dedent: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit) return undefined;
  const common = commonIndent([...edit.old, ...edit.next]);
  if (common === "") return undefined;
  return bothChanged(edit, (line) => (line.startsWith(common) ? line.slice(common.length) : line));
};

const shift: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  const unit = unitOf(file);
  if (!edit || unit === undefined) return undefined;
  const more = random.chance(0.5) ? unit : unit === "\t" ? "\t" : " ".repeat(random.between(1, 3));
  return bothChanged(edit, (line) => (line.trim() === "" ? line : more + line));
};

const oldOnly: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit) return undefined;
  const common = commonIndent(edit.old);
  if (common === "") return undefined;
  const old = edit.old.map((line) => (line.startsWith(common) ? line.slice(common.length) : line)).join("\n");
  return distinct(edit, old, edit.next.join("\n"));
};

function reindented(change: (indent: string, unit: string) => string | undefined): MistakeMaker {
  return (random, file) => {
    const edit = whole(random, file);
    const unit = unitOf(file);
    if (!edit || unit === undefined) return undefined;
    const levels = new Set(
      edit.old.filter((line) => line.trim() !== "").map((line) => indentOf(line).length),
    );
    // A single depth does not show the width of a level.
    if (levels.size < 2) return undefined;
    if (change(unit, unit) === undefined) return undefined;
    return bothChanged(
      edit,
      (line) => (change(indentOf(line), unit) ?? "") + line.slice(indentOf(line).length),
    );
  };
}

const ragged: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 6 });
  if (!edit) return undefined;
  const kept = edit.old
    .map((_, place) => place)
    .filter(
      (place) =>
        !edit.changed.has(place) &&
        place > 0 &&
        (edit.old[place] as string).trim() !== "" &&
        indentOf(edit.old[place] as string) !== "",
    );
  if (kept.length < 4) return undefined;
  const isAllowed = new Set([random.pick(kept)]);
  const indented = edit.old.filter((line) => indentOf(line) !== "").length;
  if (indented < 4) return undefined;
  const lines = new Set([...isAllowed].map((place) => edit.old[place] as string));
  const change = (line: string) => (lines.has(line) ? ` ${line}` : line);
  return bothChanged(edit, change);
};

const innerBlanks: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit) return undefined;
  const touched = new Map<string, string>();
  for (const line of edit.old) {
    const body = line.trimStart();
    const gaps = [...body.matchAll(/(?<=\S) (?=\S)/g)];
    if (gaps.length === 0 || !random.chance(0.5)) continue;
    const gap = random.pick(gaps);
    const changed = `${body.slice(0, gap.index)}  ${body.slice(gap.index + 1)}`;
    touched.set(line, line.slice(0, line.length - body.length) + changed);
  }
  const kept = (line: string, place: number, changed: ReadonlySet<number>) =>
    changed.has(place) ? line : (touched.get(line) ?? line);
  const old = edit.old.map((line, place) => kept(line, place, edit.changed)).join("\n");
  const known = new Set(edit.old);
  const next = edit.next.map((line) => (known.has(line) ? (touched.get(line) ?? line) : line)).join("\n");
  return distinct(edit, old, next);
};

const innerBlanksChangedLine: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 1, maxLines: 4 });
  if (!edit) return undefined;
  const at = random.between(0, edit.old.length - 1);
  const line = edit.old[at] as string;
  const gaps = [...line.matchAll(/(?<=\w) (?=[=+\-{(<>|&?:])/g)];
  if (gaps.length === 0) return undefined;
  const gap = random.pick(gaps);
  const squeeze = (text: string) => `${text.slice(0, gap.index)}  ${text.slice(gap.index + 1)}`;
  const changedLine = changeWord(random, line.slice(gap.index + 1));
  if (changedLine === undefined) return undefined;
  const trueLine = line.slice(0, gap.index + 1) + changedLine;
  const block = [...edit.old];
  block[at] = trueLine;
  const old = [...edit.old];
  old[at] = squeeze(line);
  const next = [...block];
  next[at] = squeeze(trueLine);
  const content = edit.lines.join("\n");
  if (content.includes(old.join("\n")) || trueLine === line) return undefined;
  return { content, old: old.join("\n"), next: next.join("\n"), expect: { content: withBlock(edit, block) } };
};

const trailingDropped: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit) return undefined;
  const marked = new Map<string, string>();
  edit.old.forEach((line, place) => {
    const changesLike = [...edit.changed].some((changed) => edit.old[changed] === line);
    if (!edit.changed.has(place) && !changesLike && random.chance(0.4))
      marked.set(line, `${line}${random.pick([" ", "  ", "\t"])}`);
  });
  const mark = (line: string) => marked.get(line) ?? line;
  const content = withBlock(edit, edit.old.map(mark));
  const old = edit.old.join("\n");
  if (content.includes(old)) return undefined;
  return {
    content,
    old,
    next: edit.next.join("\n"),
    expect: { content: withBlock(edit, edit.next.map(mark)) },
  };
};

const trailingAdded: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit) return undefined;
  const picked = new Set(edit.old.filter(() => random.chance(0.4)));
  return bothChanged(edit, (line) => (picked.has(line) ? `${line}  ` : line));
};

const blankCollapsed: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (!edit) return undefined;
  const drop = (lines: readonly string[]) => lines.filter((line) => line.trim() !== "");
  if (edit.changed.size === 0 && edit.next.length > edit.old.length) {
    // An added line next to a blank one has two correct places once the blank line is missing.
    const at = edit.next.findIndex((line, place) => line !== edit.old[place]);
    const after = edit.next[at + edit.next.length - edit.old.length];
    if (edit.next[at - 1]?.trim() === "" || after?.trim() === "") return undefined;
  }
  if (
    [...edit.changed].some(
      (place) => edit.old[place - 1]?.trim() === "" || edit.old[place + 1]?.trim() === "",
    )
  )
    return undefined;
  return distinct(edit, drop(edit.old).join("\n"), drop(edit.next).join("\n"));
};

const blankAdded: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const anchor = edit.old.findIndex(
    (line, place) =>
      place < edit.old.length - 1 &&
      line.trim() !== "" &&
      edit.next[place] === line &&
      edit.next[place + 1] === edit.old[place + 1],
  );
  if (anchor < 0) return undefined;
  const add = (lines: readonly string[]) =>
    [...lines.slice(0, anchor + 1), "", ...lines.slice(anchor + 1)].join("\n");
  return distinct(edit, add(edit.old), add(edit.next));
};

const blankEdges: MistakeMaker = (random, file) => {
  const edit = whole(random, file);
  if (!edit || edit.from < 2) return undefined;
  const head = random.chance(0.7) ? "\n" : "";
  const tail = head === "" || random.chance(0.5) ? "\n\n" : "";
  return distinct(edit, head + edit.old.join("\n") + tail, head + edit.next.join("\n") + tail);
};

const rewrapped: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const places = edit.old
    .map((_, place) => place)
    .filter(
      (place) =>
        !edit.changed.has(place) &&
        / \S.* \S/.test((edit.old[place] as string).trim()) &&
        edit.next.includes(edit.old[place] as string),
    );
  if (places.length === 0) return undefined;
  const line = edit.old[random.pick(places)] as string;
  const gaps = [...line.trimStart().matchAll(/ (?=\S)/g)];
  const gap = random.pick(gaps);
  const indent = indentOf(line);
  const cut = indent.length + gap.index;
  const broken = `${line.slice(0, cut)}\n${indent}  ${line.slice(cut + 1)}`;
  return bothChanged(edit, (own) => (own === line ? broken : own));
};

/** Mistakes with white space. */
export const BLANK_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "trailing-ws-dropped": trailingDropped,
  "trailing-ws-added": trailingAdded,
  "indent-dedent": dedent,
  "indent-shift": shift,
  "indent-old-only": oldOnly,
  "tabs-to-spaces": reindented((indent, unit) => (unit === "\t" ? "    ".repeat(indent.length) : undefined)),
  "spaces-to-tabs": reindented((indent, unit) =>
    unit === "\t"
      ? undefined
      : "\t".repeat(Math.floor(indent.length / unit.length)) + " ".repeat(indent.length % unit.length),
  ),
  "indent-rescale": reindented((indent, unit) =>
    unit === "\t" ? undefined : " ".repeat((indent.length / unit.length) * (unit.length === 4 ? 2 : 4)),
  ),
  "indent-first-line": (random, file) => {
    const edit = whole(random, file);
    if (!edit) return undefined;
    const first = edit.old[0] as string;
    if (indentOf(first) === "" || edit.next[0] !== first) return undefined;
    const content = edit.lines.join("\n");
    const old = edit.old.join("\n").trimStart();
    if (content.split(old).length !== 2) return undefined;
    return {
      content,
      old,
      next: edit.next.join("\n").trimStart(),
      expect: { content: withBlock(edit, edit.next) },
    };
  },
  "indent-ragged": ragged,
  "inner-ws": innerBlanks,
  "inner-ws-changed-line": innerBlanksChangedLine,
  "blank-collapsed": blankCollapsed,
  "blank-added": blankAdded,
  "blank-edges": blankEdges,
  rewrapped,
};
