import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, withBlock } from "./true-edit.js";

/** Ends of names of which the file has the first two; the model writes the third. */
const NAME_ENDS = [
  ["", "U", "S"],
  ["A", "B", "C"],
  ["s", "", "es"],
  ["Sync", "", "Async"],
  ["_t", "_p", "_q"],
] as const;

/** Expressions that read alike and mean the opposite. */
const OPPOSITES = [
  ["a < b", "a > b"],
  ["!ready", "ready"],
  ["x && y", "x || y"],
  ["n + 1", "n - 1"],
  ["== 0", "!= 0"],
] as const;

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? "";

/** Returns a block in two forms in the file, and an edit of a third form that the file does not have. */
function thirdForm(
  random: Random,
  file: SourceFile,
  formsOf: (block: readonly string[]) => readonly (readonly string[])[] | undefined,
): MistakeCase | undefined {
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 7 });
  const [first, second, third] = (edit && formsOf(edit.old)) ?? [];
  if (!edit || !first || !second || !third) return undefined;
  const content = withBlock(edit, [...first, "", ...second]);
  const old = third.join("\n");
  const at = random.between(0, third.length - 1);
  const changed = changeWord(random, third[at] as string);
  if (changed === undefined || content.includes(old)) return undefined;
  const next = third.with(at, changed).join("\n");
  return { content, old, next, expect: "refuse" };
}

/** The forms differ after characters that begin a comment elsewhere. */
const markedSiblings: MistakeMaker = (random, file) => {
  const mark = random.pick(["//", "--", "#", "%", ";"]);
  return thirdForm(random, file, (block) => {
    const at = random.between(0, block.length - 1);
    const line = block[at] as string;
    if (line.trim() === "") return undefined;
    return ["alpha", "bravo", "delta"].map((word) =>
      block.with(at, `${indentOf(line)}call("http:${mark}${word}.example/path", 1)`),
    );
  });
};

/** The forms differ in the end of a name. */
const namedSiblings: MistakeMaker = (random, file) => {
  const ends = random.pick(NAME_ENDS);
  return thirdForm(random, file, (block) => {
    const at = random.between(0, block.length - 1);
    const line = block[at] as string;
    const names = [...line.matchAll(/[A-Za-z_]{5,}/g)];
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    const end = name.index + name[0].length;
    return ends.map((each) => block.with(at, line.slice(0, end) + each + line.slice(end)));
  });
};

/** The line that the edit changes has the opposite meaning in the file. */
const opposite: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 6 });
  if (!edit) return undefined;
  const at = random.between(0, edit.old.length - 1);
  const indent = indentOf(edit.old[at] as string);
  const [real, believed] = random.pick(OPPOSITES);
  const withLine = (expression: string, word: string) =>
    edit.old.with(at, `${indent}check(${word}, ${expression}, token)`);
  return {
    content: withBlock(edit, withLine(real, "one")),
    old: withLine(believed, "one").join("\n"),
    next: withLine(believed, "two").join("\n"),
    expect: "refuse",
  };
};

/** The file has typographic quotes of several kinds; one quoted word changes. */
const quotedWord: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 3, maxLines: 5 });
  if (!edit) return undefined;
  const at = random.between(0, edit.old.length - 1);
  const real = `${indentOf(edit.old[at] as string)}note(“It’s the ‘maple’ word”, 'plain “in” it', "don’t")`;
  const flat = real.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
  const old = edit.old.with(at, flat);
  return {
    content: withBlock(edit, edit.old.with(at, real)),
    old: old.join("\n"),
    next: old.with(at, flat.replace("maple", "quasar")).join("\n"),
    expect: { content: withBlock(edit, edit.old.with(at, real.replace("maple", "quasar"))) },
  };
};

/** A diff of lines that begin with marks themselves, half of which lost the mark of the diff. */
const markedLines: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5, maxLines: 7 });
  if (!edit) return undefined;
  const mark = random.pick(["- ", "+ ", "-", "+"]);
  const block = edit.old.map((line) => (line.trim() === "" ? line : mark + line.trim()));
  const changed = changeWord(random, block[2] as string);
  if (changed === undefined || (block[2] as string).trim() === "") return undefined;
  const hunk = block.flatMap((line, at) => {
    if (at === 2) return [`-${line}`, `+${changed}`];
    return [random.chance(0.5) ? line : ` ${line}`];
  });
  const size = `${edit.from + 1},${block.length}`;
  return {
    content: withBlock(edit, block),
    old: "",
    next: "",
    patch: ["--- a/f", "+++ b/f", `@@ -${size} +${size} @@`, ...hunk].join("\n"),
    expect: { content: withBlock(edit, block.with(2, changed)) },
    mayRefuse: true,
  };
};

/** Places and lines that resemble each other and mean something else. */
export const SIBLING_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "sibling-after-mark": markedSiblings,
  "sibling-name-end": namedSiblings,
  "opposite-line": opposite,
  "typographic-quotes-around-word": quotedWord,
  "patch-marked-lines": markedLines,
};
