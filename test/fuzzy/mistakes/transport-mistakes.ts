import { distinct } from "./blank-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { makeTrueEdit, type TrueEdit, withBlock } from "./true-edit.js";

/** Returns a case in which both texts were transformed on their way. */
function through(change: (text: string, random: Random, edit: TrueEdit) => string | undefined): MistakeMaker {
  return (random, file) => {
    const edit = makeTrueEdit(random, file);
    if (!edit) return undefined;
    const old = change(edit.old.join("\n"), random, edit);
    const next = change(edit.next.join("\n"), random, edit);
    return old === undefined || next === undefined ? undefined : distinct(edit, old, next);
  };
}

const crlf = (text: string) => text.replaceAll("\n", "\r\n");

const crlfFile: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit || edit.old.length < 2) return undefined;
  return {
    content: crlf(edit.lines.join("\n")),
    old: edit.old.join("\n"),
    next: edit.next.join("\n"),
    expect: { content: crlf(withBlock(edit, edit.next)) },
  };
};

const crlfDedent: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit) return undefined;
  const solid = [...edit.old, ...edit.next].filter((line) => line.trim() !== "");
  const common = Math.min(...solid.map((line) => line.length - line.trimStart().length));
  if (common === 0) return undefined;
  const cut = (lines: readonly string[]) => lines.map((line) => line.slice(common)).join("\n");
  const content = crlf(edit.lines.join("\n"));
  if (content.includes(cut(edit.old))) return undefined;
  return {
    content,
    old: cut(edit.old),
    next: cut(edit.next),
    expect: { content: crlf(withBlock(edit, edit.next)) },
  };
};

const mixedLineEnds: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit || edit.changed.size === 0 || edit.next.length !== edit.old.length) return undefined;
  const ends = edit.lines.map(() => (random.chance(0.5) ? "\r\n" : "\n"));
  const join = (lines: readonly string[]) =>
    lines.map((line, place) => (place === lines.length - 1 ? line : line + ends[place])).join("");
  const after = [...edit.lines.slice(0, edit.from), ...edit.next, ...edit.lines.slice(edit.to)];
  const content = join(edit.lines);
  const old = edit.old.join("\n");
  if (content.includes(old)) return undefined;
  return { content, old, next: edit.next.join("\n"), expect: { content: join(after) } };
};

function withPrefix(lines: readonly string[], first: number, format: (number: number) => string): string {
  return lines.map((line, place) => format(first + place) + line).join("\n");
}

const NUMBER_FORMATS: readonly ((number: number) => string)[] = [
  (number) => `${number}: `,
  (number) => `${String(number).padStart(5, "0")}| `,
  (number) => `${String(number).padStart(6)}\t`,
  (number) => `${String(number).padStart(5)}→`,
  (number) => `${number} | `,
];

const SMART: readonly (readonly [RegExp, string])[] = [
  [/'/g, "\u2019"],
  [/"/g, "\u201d"],
];

const unicodeInFile: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit) return undefined;
  // The typographic characters are in lines that the edit does not touch; the model types their plain forms.
  const fancy = new Map<string, string>();
  edit.old.forEach((line, place) => {
    if (edit.changed.has(place) || [...edit.changed].some((changed) => edit.old[changed] === line)) return;
    const made = line
      .replace(/'/g, "\u2019")
      .replace(/ - /g, " \u2013 ")
      .replace(/\.\.\./g, "\u2026")
      .replace(/(?<=\w) (?=\w)/, "\u00a0");
    if (made !== line) fancy.set(line, made);
  });
  if (fancy.size === 0) return undefined;
  const dress = (line: string) => fancy.get(line) ?? line;
  const content = withBlock(edit, edit.old.map(dress));
  const old = edit.old.join("\n");
  if (content.includes(old)) return undefined;
  return {
    content,
    old,
    next: edit.next.join("\n"),
    expect: { content: withBlock(edit, edit.next.map(dress)) },
  };
};

const escapedBreaks = through((text) => text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));

const escapedBreaksSafe: MistakeMaker = (random, file) => {
  const made = escapedBreaks(random, file);
  // If the program itself contains escapes, the meaning of "\n" is ambiguous.
  return made && !/\\[nt]/.test(made.content) ? made : undefined;
};

const fence: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file);
  if (!edit || edit.old.some((line) => line.includes("```"))) return undefined;
  const tag = random.pick(["", "ts", "python"]);
  const wrap = (lines: readonly string[]) => `\`\`\`${tag}\n${lines.join("\n")}\n\`\`\``;
  return distinct(edit, wrap(edit.old), wrap(edit.next));
};

const numberedOld =
  (both: boolean): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file);
    if (!edit) return undefined;
    const format = random.pick(NUMBER_FORMATS);
    const next = both ? withPrefix(edit.next, edit.from + 1, format) : edit.next.join("\n");
    return distinct(edit, withPrefix(edit.old, edit.from + 1, format), next);
  };

function atEndOfFile(random: Random, file: SourceFile): MistakeCase | undefined {
  const text = file.text.trimEnd();
  const trimmed = { ...file, text };
  const edit = makeTrueEdit(random, trimmed);
  if (!edit) return undefined;
  // Uses the block at the end of the file instead of the drawn one.
  const lines = text.split("\n");
  const from = Math.max(0, lines.length - edit.old.length);
  const old = lines.slice(from);
  const place = old.findIndex((line) => /[A-Za-z]{4}/.test(line));
  if (place < 0 || text.split(old.join("\n")).length !== 2) return undefined;
  const next = old.map((line, at) => (at === place ? line.replace(/[A-Za-z]{4,}/, "quasar") : line));
  if (next.join("\n") === old.join("\n")) return undefined;
  return {
    content: text,
    old: `${old.join("\n")}\n`,
    next: `${next.join("\n")}\n`,
    expect: { content: [...lines.slice(0, from), ...next].join("\n") },
  };
}

/** Mistakes on the way from the file to the model and back. */
export const TRANSPORT_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "crlf-file": crlfFile,
  "crlf-file-dedent": crlfDedent,
  "crlf-old": through(crlf),
  "mixed-eol": mixedLineEnds,
  bom: (random, file) => {
    const edit = makeTrueEdit(random, { ...file, text: file.text });
    if (!edit) return undefined;
    const mark = "\ufeff";
    const copied = edit.from === 0 && random.chance(0.5) ? mark : "";
    return {
      content: mark + edit.lines.join("\n"),
      old: copied + edit.old.join("\n"),
      next: edit.next.join("\n"),
      expect: { content: mark + withBlock(edit, edit.next) },
    };
  },
  "no-eof-newline": atEndOfFile,
  "escaped-newlines": escapedBreaksSafe,
  "escaped-json": through((text) => JSON.stringify(text).slice(1, -1)),
  "escaped-quotes": through((text) => (text.includes('\\"') ? undefined : text.replaceAll('"', '\\"'))),
  "html-entities": through((text, _random, edit) =>
    edit.lines.join("\n").includes("&")
      ? undefined
      : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  ),
  "smart-quotes-in-old": through((text) =>
    SMART.reduce((made, [plain, smart]) => made.replace(plain, smart), text),
  ),
  "unicode-in-file": unicodeInFile,
  "line-numbers": numberedOld(true),
  "line-numbers-old-only": numberedOld(false),
  "code-fence": fence,
};
