import { distinct } from "./blank-mistakes.js";
import { withExtraLine } from "./comment-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import { changeWord, makeTrueEdit } from "./true-edit.js";

const STRING_LANGUAGES = new Set(["javascript", "typescript", "python", "php", "ruby", "lua", "vue"]);

/** Quotes of one kind in the old text where a string of the file has both kinds. */
const mixedQuotes: MistakeMaker = (random, file) => {
  if (!STRING_LANGUAGES.has(file.language)) return undefined;
  const made = withExtraLine(random, file, `say("the 'inner' text of message")`);
  if (!made) return undefined;
  const { edit, line } = made;
  const believed = line.replaceAll('"', "\u0000").replaceAll("'", '"').replaceAll("\u0000", "'");
  const old = edit.old.map((own) => (own === line ? believed : own)).join("\n");
  const next = edit.next
    .map((own) => (own === line ? believed.replace("text of", "part of") : own))
    .join("\n");
  return { content: edit.lines.join("\n"), old, next, expect: "refuse" };
};

/** Straight quotes where the file has typographic ones, in a line in which one word changes. */
const typographic =
  (place: "inside" | "beside"): MistakeMaker =>
  (random, file) => {
    const made = withExtraLine(random, file, "Press “the green button” and don’t wait — for long…");
    if (!made) return undefined;
    const { edit, line } = made;
    const straight = (text: string) =>
      text.replace(/[“”]/g, '"').replaceAll("’", "'").replaceAll("—", "-").replaceAll("…", "...");
    const changed = place === "inside" ? line.replace("green", "purple") : line.replace("Press", "Touch");
    const next = edit.next.map((own) => (own === line ? changed : own));
    return distinct(
      { ...edit, next },
      edit.old.map((own) => (own === line ? straight(own) : own)).join("\n"),
      next.map((own) => (own === changed ? straight(own) : own)).join("\n"),
    );
  };

/** A mark at the end of a changed line that both texts of the model lack. */
const lostMark =
  (mark: string, isWhole: boolean): MistakeMaker =>
  (random, file) => {
    const bare = isWhole ? '"retries": 3' : "maxRetries: computeRetries(limit, 3)";
    const made = withExtraLine(random, file, bare + mark);
    if (!made || file.language === "markdown") return undefined;
    const { edit, line, at } = made;
    // Lines that replace the line below would be part of the same change.
    if (isWhole && (edit.changed.has(at + 1) || edit.next[edit.next.indexOf(line) + 1] !== edit.old[at + 1]))
      return undefined;
    const changed = isWhole
      ? line.replace(/"retries.*/, `"attempts": [5, 6, 7]${mark}`)
      : line.replace("3)", "57)");
    const next = edit.next.map((own) => (own === line ? changed : own));
    const cut = (lines: readonly string[]) =>
      lines.map((own) => (own === line || own === changed ? own.slice(0, -1) : own)).join("\n");
    return distinct({ ...edit, next }, cut(edit.old), cut(next));
  };

/** Characters without width that the file has and the model does not see. */
const invisible =
  (character: string, where: "word" | "end"): MistakeMaker =>
  (random, file) => {
    const text =
      where === "word" ? `label = family${character}name of owner` : `label = ready state${character}`;
    const made = withExtraLine(random, file, text);
    if (!made) return undefined;
    const { edit, line } = made;
    const seen = (own: string) => (own === line ? own.replace(character, "") : own);
    return distinct(edit, edit.old.map(seen).join("\n"), edit.next.map(seen).join("\n"));
  };

/** Only the line ends of the lines that differ are CRLF. */
const crlfInChanged: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit || edit.next.length !== edit.old.length) return undefined;
  const ends = (lines: readonly string[]) =>
    lines.map((line, at) => (edit.changed.has(at) && at < lines.length - 1 ? `${line}\r` : line)).join("\n");
  return distinct(edit, ends(edit.old), ends(edit.next));
};

/** A changed word in a line with a mark that the model writes otherwise. */
const decomposed: MistakeMaker = (random, file) => {
  const made = withExtraLine(random, file, "titel = größe über straße café");
  if (!made) return undefined;
  const { edit, line } = made;
  const changed = changeWord(
    random,
    line.replace(/größe|über|straße|café/g, (word) => word),
  );
  if (changed === undefined || !changed.includes("größe über straße café")) return undefined;
  const next = edit.next.map((own) => (own === line ? changed : own));
  const split = (lines: readonly string[]) =>
    lines.map((own) => (own === line || own === changed ? own.normalize("NFD") : own)).join("\n");
  return distinct({ ...edit, next }, split(edit.old), split(next));
};

/** Characters that the model writes otherwise than the file. */
export const CHARACTER_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "mixed-quotes-in-changed-string": mixedQuotes,
  "typographic-word-inside-quotes": typographic("inside"),
  "typographic-word-beside-quotes": typographic("beside"),
  "lost-comma": lostMark(",", false),
  "lost-semicolon": lostMark(";", false),
  "lost-comma-of-other-line": lostMark(",", true),
  "zero-width-joiner": invisible("\u200d", "word"),
  "bidi-mark": invisible("\u200e", "end"),
  "variation-selector": invisible("\ufe0f", "end"),
  "crlf-in-changed-lines": crlfInChanged,
  "decomposed-letters": decomposed,
};
