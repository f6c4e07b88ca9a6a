import { mistype } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

/**
 * Returns a file that has the block of an edit twice, the second one changed by `vary`; the edit refers to
 * the first one.
 */
function doubled(
  edit: TrueEdit,
  vary: (block: readonly string[]) => readonly string[] | undefined,
  random: Random,
): { edit: TrueEdit; twin: readonly string[] } | undefined {
  const twin = vary(edit.old);
  if (!twin) return undefined;
  // The copy is inserted after or before the place, never inside it.
  const lines = [...edit.lines];
  if (random.chance(0.5)) {
    const at = random.between(edit.to, lines.length);
    lines.splice(at, 0, "", ...twin, "");
    return { edit: { ...edit, lines }, twin };
  }
  const at = random.between(0, edit.from);
  lines.splice(at, 0, "", ...twin, "");
  const moved = twin.length + 2;
  return { edit: { ...edit, lines, from: edit.from + moved, to: edit.to + moved }, twin };
}

function caseOf(
  edit: TrueEdit,
  old: string,
  next: string,
  expect: "result" | "refuse",
): MistakeCase | undefined {
  if (old === next) return undefined;
  return {
    content: edit.lines.join("\n"),
    old,
    next,
    expect: expect === "refuse" ? "refuse" : { content: withBlock(edit, edit.next) },
  };
}

const same = (block: readonly string[]) => block;

function dedented(lines: readonly string[]): string[] | undefined {
  const solid = lines.filter((line) => line.trim() !== "");
  const common = Math.min(...solid.map((line) => line.length - line.trimStart().length));
  return common > 0 ? lines.map((line) => line.slice(common)) : undefined;
}

/** Returns the block with one word of one line replaced: similar, but different. */
function nearCopy(random: Random): (block: readonly string[]) => readonly string[] | undefined {
  return (block) => {
    const inside = block
      .map((_, place) => place)
      .filter(
        (place) => place > 0 && place < block.length - 1 && (block[place] as string).trim().length > 12,
      );
    if (inside.length < 2) return undefined;
    const twin = [...block];
    for (const place of new Set([random.pick(inside), random.pick(inside)])) {
      const changed = changeWord(random, twin[place] as string);
      if (changed === undefined) return undefined;
      twin[place] = changed;
    }
    return twin.join("\n") === block.join("\n") ? undefined : twin;
  };
}

const twice =
  (change: (lines: readonly string[]) => string[] | undefined): MistakeMaker =>
  (random, file) => {
    const drawn = makeTrueEdit(random, file);
    const made = drawn && doubled(drawn, same, random);
    if (!made) return undefined;
    const both = change([...made.edit.old, ...made.edit.next]);
    const old = both?.slice(0, made.edit.old.length);
    const next = both?.slice(made.edit.old.length);
    return old && next ? caseOf(made.edit, old.join("\n"), next.join("\n"), "refuse") : undefined;
  };

const replaceAll =
  (change: (lines: readonly string[]) => string[] | undefined): MistakeMaker =>
  (random, file) => {
    const drawn = makeTrueEdit(random, file);
    const made = drawn && doubled(drawn, same, random);
    if (!made) return undefined;
    const both = change([...made.edit.old, ...made.edit.next]);
    const old = both?.slice(0, made.edit.old.length);
    const next = both?.slice(made.edit.old.length);
    if (!old || !next || old.join("\n") === next.join("\n")) return undefined;
    const content = made.edit.lines.join("\n");
    return {
      content,
      old: old.join("\n"),
      next: next.join("\n"),
      replaceAll: true,
      expect: { content: content.split(made.edit.old.join("\n")).join(made.edit.next.join("\n")) },
    };
  };

const nearDuplicate =
  (
    say: (lines: readonly string[], random: Random, file: SourceFile, edit: TrueEdit) => string[] | undefined,
  ): MistakeMaker =>
  (random, file) => {
    const drawn = makeTrueEdit(random, file, { minLines: 5 });
    const made = drawn && doubled(drawn, nearCopy(random), random);
    if (!made) return undefined;
    const old = say(made.edit.old, random, file, made.edit);
    if (!old) return undefined;
    // The same mistake in both texts: lines that the edit keeps are the same in both.
    const said = new Map(made.edit.old.map((line, place) => [line, old[place] as string]));
    const next = made.edit.next.map((line) => said.get(line) ?? line);
    const content = made.edit.lines.join("\n");
    if (content.split(made.edit.old.join("\n")).length !== 2) return undefined;
    return caseOf(made.edit, old.join("\n"), next.join("\n"), "result");
  };

const oneTypo = (
  lines: readonly string[],
  random: Random,
  file: SourceFile,
  edit: TrueEdit,
): string[] | undefined => {
  const kept = lines.map((_, place) => place).filter((place) => !edit.changed.has(place));
  if (kept.length === 0) return undefined;
  const place = random.pick(kept);
  const wrong = mistype(random, lines[place] as string, file.text);
  if (wrong === undefined || lines.filter((line) => line === lines[place]).length > 1) return undefined;
  return lines.map((line, at) => (at === place ? wrong : line));
};

/** Old text between two similar copies: it agrees with each in one line and with neither in both. */
const nearAmbiguous: MistakeMaker = (random, file) => {
  const drawn = makeTrueEdit(random, file, { minLines: 5 });
  if (!drawn) return undefined;
  const inside = drawn.old
    .map((_, place) => place)
    .filter(
      (place) =>
        /^\s*[^\s/*#]/.test(drawn.old[place] as string) && (drawn.old[place] as string).trim().length > 12,
    );
  if (inside.length < 3) return undefined;
  const one = inside[0] as number;
  const other = inside[inside.length - 1] as number;
  const changedOne = changeWord(random, drawn.old[one] as string);
  const changedOther = changeWord(random, drawn.old[other] as string);
  if (changedOne === undefined || changedOther === undefined) return undefined;
  const made = doubled(
    drawn,
    (block) => block.map((line, place) => (place === one ? changedOne : line)),
    random,
  );
  if (!made) return undefined;
  const old = drawn.old.map((line, place) =>
    place === other ? changedOther : place === one ? `${line}` : line,
  );
  const twinOld = old
    .map((line, place) => (place === one ? (changeWord(random, line) ?? line) : line))
    .join("\n");
  const content = made.edit.lines.join("\n");
  return content.includes(twinOld) ? undefined : caseOf(made.edit, twinOld, `${twinOld}\nadded`, "refuse");
};

/** Old text that describes a sibling of a block: another name, other numbers, the same structure. */
const siblingMissing: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const name = /\b([a-z]+[A-Z]\w+|[a-z]{3,}_\w+|[A-Z][a-z]+[A-Z]\w+)\b/.exec(edit.old[0] as string)?.[1];
  if (name === undefined) return undefined;
  const other = `${name.slice(0, Math.ceil(name.length / 2))}Sibling`;
  const say = (lines: readonly string[]) => lines.join("\n").split(name).join(other);
  const content = edit.lines.join("\n");
  return content.includes(other) ? undefined : caseOf(edit, say(edit.old), say(edit.next), "refuse");
};

/** The same block again with another indentation. */
const whiteSpaceTwin =
  (fuzzy: boolean): MistakeMaker =>
  (random, file) => {
    const drawn = makeTrueEdit(random, file);
    const made =
      drawn &&
      doubled(drawn, (block) => block.map((line) => (line.trim() === "" ? line : `  ${line}`)), random);
    if (!made) return undefined;
    const content = made.edit.lines.join("\n");
    if (!fuzzy) {
      const old = made.edit.old.join("\n");
      return content.split(old).length === 2
        ? caseOf(made.edit, old, made.edit.next.join("\n"), "result")
        : undefined;
    }
    const shift = (lines: readonly string[]) =>
      lines.map((line) => (line.trim() === "" ? line : `     ${line}`)).join("\n");
    return content.includes(shift(made.edit.old))
      ? undefined
      : caseOf(made.edit, shift(made.edit.old), shift(made.edit.next), "refuse");
  };

const exact: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  return edit && caseOf(edit, edit.old.join("\n"), edit.next.join("\n"), "result");
};

const midLine: MistakeMaker = (random, file) => {
  const line = random.pick(file.text.split("\n"));
  const from = random.between(0, Math.max(0, line.length - 12));
  const old = line.slice(from, from + random.between(8, 24));
  if (old.trim().length < 8 || file.text.split(old).length !== 2) return undefined;
  const next = random.pick(["$& and $1", "replaced", `${old}$$`, "a\nb"]);
  return { content: file.text, old, next, expect: { content: file.text.split(old).join(next) } };
};

/** Mistakes about the place of an edit: once, twice, near a similar block; and invalid edits. */
export const PLACE_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  exact,
  "exact-midline": midLine,
  "exact-delete": (random, file) => {
    const edit = makeTrueEdit(random, file);
    if (!edit) return undefined;
    const content = edit.lines.join("\n");
    const old = `${edit.old.join("\n")}\n`;
    if (content.split(old).length !== 2) return undefined;
    return { content, old, next: "", expect: { content: content.split(old).join("") } };
  },
  "replace-all": replaceAll((lines) => [...lines]),
  twice: twice((lines) => [...lines]),
  "twice-ws": twice(dedented),
  "twice-replace-all": replaceAll((lines) => [...lines]),
  "twice-ws-replace-all": replaceAll(dedented),
  "twice-typo": (random, file) => {
    const drawn = makeTrueEdit(random, file, { minLines: 4 });
    const made = drawn && doubled(drawn, same, random);
    const old = made && oneTypo(made.edit.old, random, file, made.edit);
    if (!made || !old) return undefined;
    const said = new Map(made.edit.old.map((line, place) => [line, old[place] as string]));
    return caseOf(
      made.edit,
      old.join("\n"),
      made.edit.next.map((line) => said.get(line) ?? line).join("\n"),
      "refuse",
    );
  },
  identical: (random, file) => {
    const edit = makeTrueEdit(random, file);
    return (
      edit && { content: file.text, old: edit.old.join("\n"), next: edit.old.join("\n"), expect: "refuse" }
    );
  },
  "empty-old": (_random, file) => ({ content: file.text, old: "", next: "text", expect: "refuse" }),
  "sibling-missing": siblingMissing,
  "neardup-exact": nearDuplicate((lines) => [...lines]),
  "neardup-dedent": (random, file) => {
    const drawn = makeTrueEdit(random, file, { minLines: 5 });
    const made = drawn && doubled(drawn, nearCopy(random), random);
    const both = made && dedented([...made.edit.old, ...made.edit.next]);
    if (!made || !both) return undefined;
    const count = made.edit.old.length;
    return caseOf(made.edit, both.slice(0, count).join("\n"), both.slice(count).join("\n"), "result");
  },
  "neardup-typo": nearDuplicate(oneTypo),
  "neardup-ambiguous": nearAmbiguous,
  "ws-twin-exact": whiteSpaceTwin(false),
  "ws-twin-fuzzy": whiteSpaceTwin(true),
};
