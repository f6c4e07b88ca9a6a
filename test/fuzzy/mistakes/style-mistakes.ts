import { distinct } from "./blank-mistakes.js";
import { withExtraLine } from "./comment-mistakes.js";
import { MARKS } from "./language-marks.js";
import { keptPlaces, misremembered } from "./memory-mistakes.js";
import type { MistakeCase, MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit } from "./true-edit.js";

/** Prose has no style of code. */
const PROSE = new Set(["markdown", "rst", "latex", "html", "xml", "vue", "svelte"]);

/** Languages in which single and double quotes enclose the same strings. */
const BOTH_QUOTES = new Set(["javascript", "typescript", "python", "css", "scss", "yaml"]);

/** A keyword at the start of a line that models leave out. */
const FIRST_KEYWORD =
  /^(\s*)(?:export|async|public|private|static|const|pub|final|readonly|local|default) (?=\w)/;

/** Returns a case whose texts are the true ones with their lines changed, for edits that change words or only add lines. */
function said(edit: TrueEdit, say: (line: string) => string): MistakeCase | undefined {
  if (edit.next.length !== edit.old.length && edit.changed.size > 0) return undefined;
  const known = new Set([...edit.old, ...[...edit.changed].map((at) => edit.next[at] ?? "")]);
  const change = (line: string) => (known.has(line) ? say(line) : line);
  return distinct(edit, edit.old.map(change).join("\n"), edit.next.map(change).join("\n"));
}

const code = (random: Random, file: SourceFile, minLines = 4): TrueEdit | undefined =>
  PROSE.has(file.language) ? undefined : makeTrueEdit(random, file, { minLines });

/** Strings with the other kind of quotes. */
const otherQuotes: MistakeMaker = (random, file) => {
  const edit = BOTH_QUOTES.has(file.language) ? code(random, file) : undefined;
  if (!edit) return undefined;
  const say = (line: string) => {
    if (/[`\\/#]|"""|'''/.test(line)) return line;
    const kinds = ["'", '"'].filter((quote) => line.includes(quote));
    const [quote] = kinds;
    if (kinds.length !== 1 || quote === undefined || line.split(quote).length % 2 === 0) return line;
    return line.replaceAll(quote, quote === "'" ? '"' : "'");
  };
  const made = said(edit, say);
  return made && { ...made, mayRefuse: edit.old.every((line) => say(line) !== line) };
};

/** Returns whether a line ends with a mark that is neither an end of a branch (`;;`) nor a comment. */
const endsStatement = (line: string, mark: string) => line.endsWith(mark) && !/^\s*;|;;$/.test(line);

/** Lines without the mark at their end. */
const marksLeftOut =
  (mark: ";" | ","): MistakeMaker =>
  (random, file) => {
    const edit = code(random, file);
    if (!edit) return undefined;
    const isLast = (at: number) => mark === ";" || /^\s*[)\]}]/.test(edit.old[at + 1] ?? "");
    const cut = new Set(edit.old.filter((line, at) => endsStatement(line, mark) && isLast(at)));
    if (cut.size === 0) return undefined;
    const changed = new Set([...edit.changed].map((at) => edit.next[at] ?? ""));
    const say = (line: string) =>
      cut.has(line) || (mark === ";" && changed.has(line) && endsStatement(line, mark))
        ? line.slice(0, -1)
        : line;
    // A line is added after the last one without its comma: on which line the comma belongs is not certain.
    if (mark === "," && [...edit.changed].some((at) => cut.has(edit.old[at] ?? ""))) return undefined;
    if (mark === "," && edit.next.length !== edit.old.length) return undefined;
    return said(edit, say);
  };

/** A comma after the last element of a list whose last line has none in the file. */
const commaMadeUp: MistakeMaker = (random, file) => {
  const edit = code(random, file);
  if (edit?.next.length !== edit?.old.length || !edit) return undefined;
  const places = keptPlaces(edit).filter(
    (at) => /[\w"'\])]$/.test(edit.old[at] ?? "") && /^\s*[\]})]/.test(edit.old[at + 1] ?? ""),
  );
  const result = misremembered(random, edit, 1, (line) => `${line},`, places);
  const made = result && distinct(edit, result.old, result.next);
  return made && { ...made, mayRefuse: true };
};

/** The first keyword of a line that the edit keeps is missing. */
const keywordLeftOut: MistakeMaker = (random, file) => {
  const edit = code(random, file);
  if (!edit) return undefined;
  const places = keptPlaces(edit).filter((at) => FIRST_KEYWORD.test(edit.old[at] ?? ""));
  const result = misremembered(random, edit, 1, (line) => line.replace(FIRST_KEYWORD, "$1"), places);
  const made = result && distinct(edit, result.old, result.next);
  return made && { ...made, mayRefuse: true };
};

/** A line that the edit keeps begins with a keyword that the file does not have. */
const keywordMadeUp: MistakeMaker = (random, file) => {
  const edit = code(random, file);
  if (!edit) return undefined;
  const places = keptPlaces(edit).filter((at) =>
    /^\s*(?:function|class|const|fn|def|let|type) /.test(edit.old[at] ?? ""),
  );
  const word = random.pick(["export", "async", "public"]);
  const result = misremembered(random, edit, 1, (line) => line.replace(/^\s*/, `$&${word} `), places);
  const made = result && distinct(edit, result.old, result.next);
  return made && { ...made, mayRefuse: true };
};

/** Opening braces on lines of their own. */
const bracesOnOwnLines: MistakeMaker = (random, file) => {
  const edit = code(random, file);
  if (!edit?.old.some((line) => / \{$/.test(line))) return undefined;
  const say = (line: string) => line.replace(/^(\s*)(.*\S) \{$/, "$1$2\n$1{");
  const made = said(edit, say);
  return made && { ...made, mayRefuse: true };
};

/** A call that stands in one line of the file is spread over several. */
const callSpread =
  (withComma: boolean): MistakeMaker =>
  (random, file) => {
    const made = withExtraLine(random, file, "prepare(firstThing, secondThing, thirdThing);");
    if (!made || PROSE.has(file.language)) return undefined;
    const { edit, line } = made;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
    const inner = `${indent}${indent.includes("\t") ? "\t" : "  "}`;
    const words = ["firstThing", "secondThing", "thirdThing"];
    const spread = [
      `${indent}prepare(`,
      ...words.map((word, at) => `${inner}${word}${at < 2 || withComma ? "," : ""}`),
      `${indent});`,
    ].join("\n");
    const say = (lines: readonly string[]) => lines.map((own) => (own === line ? spread : own)).join("\n");
    const result = distinct(edit, say(edit.old), say(edit.next));
    return result && { ...result, mayRefuse: true };
  };

/** A comment at the end of a line is missing, in a line that the edit keeps or changes. */
const commentAtEnd =
  (which: "kept" | "changed" | "made-up"): MistakeMaker =>
  (random, file) => {
    const mark = MARKS[file.language]?.comment;
    if (mark === undefined || PROSE.has(file.language)) return undefined;
    const bare = "balance = computeBalance(account, 30)";
    const comment = ` ${mark} because of the rounding`;
    const made = withExtraLine(random, file, which === "made-up" ? bare : bare + comment);
    if (!made) return undefined;
    const { edit, line } = made;
    if (which === "made-up") {
      const say = (own: string) => (own === line ? own + comment : own);
      return distinct(edit, edit.old.map(say).join("\n"), edit.next.map(say).join("\n"));
    }
    const changed = which === "changed" ? line.replace("account", "customer") : line;
    const next = edit.next.map((own) => (own === line ? changed : own));
    const say = (own: string) => (own === line || own === changed ? own.replace(comment, "") : own);
    const result = distinct({ ...edit, next }, edit.old.map(say).join("\n"), next.map(say).join("\n"));
    return result && { ...result, mayRefuse: which === "changed" };
  };

/** A number of a kept line is written otherwise. */
const numberForm: MistakeMaker = (random, file) => {
  const made = withExtraLine(random, file, "size = limitOf(1_000_000, 0xFF)");
  if (!made) return undefined;
  const { edit, line } = made;
  const say = (own: string) =>
    own === line ? own.replace("1_000_000", "1000000").replace("xFF", "xff") : own;
  const result = distinct(edit, edit.old.map(say).join("\n"), edit.next.map(say).join("\n"));
  return result && { ...result, mayRefuse: true };
};

/** A changed line that has lost its first keyword in both texts, and keeps its name. */
const keywordOfChangedLine: MistakeMaker = (random, file) => {
  const edit = code(random, file);
  if (edit?.changed.size !== 1 || edit.next.length !== edit.old.length) return undefined;
  const [at] = edit.changed as unknown as Iterable<number>;
  const line = edit.old[at as number] as string;
  const next = edit.next[at as number] as string;
  if (!FIRST_KEYWORD.test(line) || !FIRST_KEYWORD.test(next)) return undefined;
  const say = (own: string) => (own === line || own === next ? own.replace(FIRST_KEYWORD, "$1") : own);
  const made = distinct(edit, edit.old.map(say).join("\n"), edit.next.map(say).join("\n"));
  return made && { ...made, mayRefuse: true };
};

/** All lines are on one level less, and one kept line lacks its mark. */
const markAndLevel: MistakeMaker = (random, file) => {
  const made = withExtraLine(random, file, "finish(count, total);");
  if (!made || PROSE.has(file.language)) return undefined;
  const { edit, line } = made;
  const other = changeWord(random, line);
  if (other === undefined) return undefined;
  const next = edit.next.map((own) => (own === line ? other : own));
  const say = (own: string) => (own === line || own === other ? own.slice(0, -1) : own).trimStart();
  // Without any indentation the level of added lines is not known.
  if (next.length !== edit.old.length || edit.changed.size > 1) return undefined;
  return distinct({ ...edit, next }, edit.old.map(say).join("\n"), next.map(say).join("\n"));
};

/** Styles of code that a model writes otherwise than the file. */
export const STYLE_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "other-quotes": otherQuotes,
  "semicolons-left-out": marksLeftOut(";"),
  "last-commas-left-out": marksLeftOut(","),
  "last-comma-made-up": commaMadeUp,
  "keyword-left-out": keywordLeftOut,
  "keyword-made-up": keywordMadeUp,
  "keyword-of-changed-line-left-out": keywordOfChangedLine,
  "braces-on-own-lines": bracesOnOwnLines,
  "call-spread": callSpread(false),
  "call-spread-with-comma": callSpread(true),
  "comment-at-end-left-out": commentAtEnd("kept"),
  "comment-at-end-of-changed-line-left-out": commentAtEnd("changed"),
  "comment-at-end-made-up": commentAtEnd("made-up"),
  "number-form": numberForm,
  "mark-and-level-left-out": markAndLevel,
};
