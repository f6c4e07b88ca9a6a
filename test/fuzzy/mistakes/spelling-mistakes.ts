import { distinct } from "./blank-mistakes.js";
import { withExtraLine } from "./comment-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import { makeTrueEdit, type TrueEdit } from "./true-edit.js";

/** How a line stands in the file, and how the model writes it. */
interface Spelling {
  readonly file: string;
  readonly model: string;
  /** A word of the line that the edit changes, in cases where it changes the line. */
  readonly word?: readonly [from: string, to: string];
  readonly mayRefuse?: boolean;
}

/** A line that the file and the model spell differently; the edit keeps it, or changes one word of it. */
const spelled =
  ({ file: inFile, model, word, mayRefuse = false }: Spelling): MistakeMaker =>
  (random, file) => {
    const made = withExtraLine(random, file, inFile);
    if (!made) return undefined;
    const { edit, line } = made;
    const indent = line.slice(0, line.length - inFile.length);
    const [from, to] = word ?? ["", ""];
    const next = edit.next.map((own) => (own === line ? line.replace(from, to) : own));
    const say = (own: string) => {
      if (own === line) return indent + model;
      return word && own === line.replace(from, to) ? indent + model.replace(from, to) : own;
    };
    const result = distinct({ ...edit, next }, edit.old.map(say).join("\n"), next.map(say).join("\n"));
    return result && { ...result, mayRefuse };
  };

/** A page break (form feed) that the model does not see. */
const formFeed: MistakeMaker = (random, file) => {
  const made = withExtraLine(random, file, "\f");
  if (made?.line !== "\f") return undefined;
  const { edit } = made;
  const place = edit.old.indexOf("\f");
  const at = edit.next.indexOf("\f");
  const isCalm = [place - 1, place + 1].every((near) => !edit.changed.has(near));
  if (!isCalm || edit.next[at + 1] !== edit.old[place + 1] || edit.old[place + 1] === "") return undefined;
  const say = (lines: readonly string[]) => lines.filter((own) => own !== "\f").join("\n");
  const result = distinct(edit, say(edit.old), say(edit.next));
  return result && { ...result, mayRefuse: true };
};

/** Two blanks at the ends of lines (a line break of Markdown), which the model does not see. */
const hardBreaks: MistakeMaker = (random, file) => {
  const edit = file.language === "markdown" ? makeTrueEdit(random, file, { minLines: 4 }) : undefined;
  if (!edit || edit.old.length !== edit.next.length) return undefined;
  // Where the last word changes, the end of the line is a part of the change.
  const lastWord = (line: string) => line.trimEnd().split(" ").at(-1);
  if ([...edit.changed].some((at) => lastWord(edit.old[at] ?? "") !== lastWord(edit.next[at] ?? "")))
    return undefined;
  const say = (line: string) => (line.trim() === "" ? line : `${line.trimEnd()}  `);
  const block = edit.old.map(say);
  const lines = [...edit.lines.slice(0, edit.from), ...block, ...edit.lines.slice(edit.to)];
  const inFile: TrueEdit = { ...edit, lines, old: block, next: edit.next.map(say) };
  return distinct(
    inFile,
    edit.old.map((line) => line.trimEnd()).join("\n"),
    edit.next.map((line) => line.trimEnd()).join("\n"),
  );
};

const accents = "label = señor über Ångström naïve";

/** Characters that a model spells otherwise than the file. */
export const SPELLING_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "escaped-letter-in-file": spelled({
    file: String.raw`label = "caf\u00e9 au lait"`,
    model: 'label = "café au lait"',
    mayRefuse: true,
  }),
  "letter-escaped": spelled({
    file: 'label = "café au lait"',
    model: String.raw`label = "caf\u00e9 au lait"`,
    mayRefuse: true,
  }),
  "letter-escaped-in-changed-line": spelled({
    file: 'label = show("café au lait", 3)',
    model: String.raw`label = show("caf\u00e9 au lait", 3)`,
    word: ["show", "hide"],
    mayRefuse: true,
  }),
  "regex-escapes-doubled": spelled({
    file: String.raw`pattern = match("^\d+\s*(\w+)$", input)`,
    model: String.raw`pattern = match("^\\d+\\s*(\\w+)$", input)`,
    mayRefuse: true,
  }),
  "regex-escapes-doubled-in-changed-line": spelled({
    file: String.raw`pattern = match("^\d+\s*(\w+)$", input)`,
    model: String.raw`pattern = match("^\\d+\\s*(\\w+)$", input)`,
    word: ["input", "output"],
    mayRefuse: true,
  }),
  "windows-path-undone": spelled({
    file: String.raw`path = open("C:\\new\\table\\readme.txt", mode)`,
    model: String.raw`path = open("C:\new\table\readme.txt", mode)`,
    mayRefuse: true,
  }),
  "tab-as-escape": spelled({
    file: "columns = name\tvalue\tunit of measure",
    model: String.raw`columns = name\tvalue\tunit of measure`,
    mayRefuse: true,
  }),
  "full-width-punctuation": spelled({
    file: "title = 设置（默认值：三），不要更改",
    model: "title = 设置(默认值:三),不要更改",
    mayRefuse: true,
  }),
  "composed-in-file-changed": spelled({
    file: accents.normalize("NFD"),
    model: accents,
    word: ["label", "title"],
  }),
  "soft-hyphen": spelled({
    file: "note = a documen\u00adtation of names",
    model: "note = a documentation of names",
  }),
  "thin-space": spelled({
    file: "note = at most 10\u2009000 items each",
    model: "note = at most 10 000 items each",
  }),
  "soft-hyphen-in-changed-line": spelled({
    file: "note = a documen\u00adtation of names",
    model: "note = a documentation of names",
    word: ["names", "values"],
  }),
  "entity-in-file": spelled({
    file: "<td>Total&nbsp;amount &amp; rest</td>",
    model: "<td>Total amount & rest</td>",
    mayRefuse: true,
  }),
  "entity-in-changed-line": spelled({
    file: "<td>Total amount & rest</td>",
    model: "<td>Total amount &amp; rest</td>",
    word: ["rest", "more"],
    mayRefuse: true,
  }),
  "typographic-apostrophe-in-changed-line": spelled({
    file: "It’s the user’s own choice that counts here",
    model: "It's the user's own choice that counts here",
    word: ["counts", "matters"],
  }),
  "arrow-character": spelled({
    file: "step = from ➜ to the next place",
    model: "step = from -> to the next place",
    mayRefuse: true,
  }),
  "non-breaking-hyphen": spelled({
    file: "label = well\u2011known names of things",
    model: "label = well-known names of things",
  }),
  "form-feed": formFeed,
  "hard-line-breaks": hardBreaks,
};
