import { withExtraLine } from "./comment-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import { changeWord, makeTrueEdit } from "./true-edit.js";

/** The old text begins in the middle of a line of the file, and its other lines have other blanks. */
const midLine: MistakeMaker = (random, file) => {
  const made = withExtraLine(
    random,
    file,
    random.pick(["prepare(input) start(input, other)", "pub(crate) start(input, other)"]),
  );
  if (!made) return undefined;
  const { edit, at } = made;
  const second = edit.old[at + 1];
  if (second === undefined || second.trim() === "") return undefined;
  const words = second.trim().split(" ");
  if (words.length < 2 || /["'`]/.test(second)) return undefined;
  const changed = changeWord(random, second);
  if (changed === undefined) return undefined;
  const spaced = (line: string) => line.replace(/(?<=\S) (?=\S)/, "  ");
  const old = ["start(input, other)", spaced(second)].join("\n");
  const next = ["start(input, other)", spaced(changed)].join("\n");
  const content = edit.lines.join("\n");
  return content.includes(old) ? undefined : { content, old, next, expect: "refuse" };
};

/** A parameter more or less in the first or last line: a line of code that the file does not have. */
const otherCode =
  (which: "first" | "last"): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 6 });
    if (!edit || file.language === "markdown") return undefined;
    const place = which === "first" ? 0 : edit.old.length - 1;
    const line = edit.old[place] as string;
    if (edit.changed.has(place) || /^\s*(?:\/|\*|#|--|<!|"""|%)/.test(line)) return undefined;
    const call = /(\w+)\((\w[\w, .]*)\)/.exec(line);
    if (call === null || /\s(?:\/\/|#|--|;|%)\s/.test(line.slice(0, call.index))) return undefined;
    if (edit.old.filter((own) => own === line).length > 1) return undefined;
    const other = random.chance(0.5) ? `${call[1]}(${call[2]}, lantern)` : `${call[1]}()`;
    const believed = line.slice(0, call.index) + other + line.slice(call.index + call[0].length);
    if (believed === line || file.text.includes(believed)) return undefined;
    const say = (own: string) => (own === line ? believed : own);
    const old = edit.old.map(say).join("\n");
    const next = edit.next.map(say).join("\n");
    return old === next ? undefined : { content: edit.lines.join("\n"), old, next, expect: "refuse" };
  };

/** The name in the file has one more letter at its end, which makes it another name. */
const trailingLetter: MistakeMaker = (random, file) => {
  const letter = random.pick([..."UXVTE"]);
  const made = withExtraLine(random, file, `checkBoundaries${letter}(position, limit)`);
  if (!made) return undefined;
  const { edit, line } = made;
  const believed = line.replace(`Boundaries${letter}`, "Boundaries");
  const say = (own: string) => (own === line ? believed : own);
  return {
    content: edit.lines.join("\n"),
    old: edit.old.map(say).join("\n"),
    next: edit.next.map(say).join("\n"),
    expect: "refuse",
  };
};

/** A line with an escape stands in the file as the model wrote it; undoing the escape finds another place. */
const verbatimEscape: MistakeMaker = (random, file) => {
  const made = withExtraLine(
    random,
    file,
    random.pick(['print("left\\nright side")', "write('say \\\"left\\\" here')"]),
  );
  if (!made) return undefined;
  const { edit, line, at } = made;
  const undone = line.trim().replaceAll("\\n", "\n").replaceAll('\\"', '"');
  // The undone line stands at the end of the file, next to a line that the old text has too.
  const after = edit.old[at + 1];
  if (after === undefined || after.trim().length < 6) return undefined;
  const changed = changeWord(random, after);
  if (changed === undefined || changed === after) return undefined;
  const lines = edit.lines.map((own) => (own === after ? `1 + ${own}` : own));
  const content = [...lines, "", undone, after.trim(), ""].join("\n");
  return {
    content,
    old: `${line.trim()}\n${after.trim()}`,
    next: `${line.trim()}\n${changed.trim()}`,
    expect: "refuse",
  };
};

/** Old texts that resemble a place which is not meant. */
export const CONFUSED_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "block-from-middle-of-line": midLine,
  "first-line-other-code": otherCode("first"),
  "last-line-other-code": otherCode("last"),
  "name-with-trailing-letter": trailingLetter,
  "escape-stands-verbatim": verbatimEscape,
};
