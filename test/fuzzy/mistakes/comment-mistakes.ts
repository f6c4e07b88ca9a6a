import { distinct } from "./blank-mistakes.js";
import { MARKS } from "./language-marks.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";
import { changeWord, makeTrueEdit, type TrueEdit } from "./true-edit.js";

/** Returns an edit of a block into which a line was put that the edit keeps, and the position of the line. */
export function withExtraLine(
  random: Random,
  file: SourceFile,
  text: string,
  minLines = 3,
): { readonly edit: TrueEdit; readonly at: number; readonly line: string } | undefined {
  const edit = makeTrueEdit(random, file, { minLines });
  if (!edit) return undefined;
  const places = edit.old
    .map((_, place) => place)
    .filter((place) => place > 0 && edit.old[place - 1]?.trim() !== "" && !edit.changed.has(place - 1));
  if (places.length === 0) return undefined;
  const at = random.pick(places);
  const above = edit.old[at - 1] as string;
  const nextAt = edit.next.indexOf(above) + 1;
  if (nextAt === 0 || edit.next.indexOf(above, nextAt) >= 0) return undefined;
  const line = (/^[ \t]*/.exec(above)?.[0] ?? "") + text;
  const put = (lines: readonly string[], place: number) => [
    ...lines.slice(0, place),
    line,
    ...lines.slice(place),
  ];
  return {
    at,
    line,
    edit: {
      ...edit,
      lines: put(edit.lines, edit.from + at),
      to: edit.to + 1,
      old: put(edit.old, at),
      next: put(edit.next, nextAt),
      changed: new Set([...edit.changed].map((place) => (place >= at ? place + 1 : place))),
    },
  };
}

const misleading =
  (isTouched: boolean): MistakeMaker =>
  (random, file) => {
    const pair = MARKS[file.language]?.misleading;
    if (pair === undefined) return undefined;
    const [one, other] = random.pick(pair);
    const made = withExtraLine(random, file, one);
    if (!made) return undefined;
    const { edit, line } = made;
    const believed = line.replace(one, other);
    const say = (own: string) => (own === line ? believed : own);
    const changed = isTouched ? changeWord(random, believed) : believed;
    if (changed === undefined) return undefined;
    const old = edit.old.map(say).join("\n");
    const next = edit.next.map((own) => (own === line ? changed : own)).join("\n");
    return old === next ? undefined : { content: edit.lines.join("\n"), old, next, expect: "refuse" };
  };

const CODE = "keptValue = computeValue(source, 12)";

/** A comment at the end of a line that the edit keeps, left out or worded otherwise in the old text. */
const trailing =
  (say: (mark: string) => string): MistakeMaker =>
  (random, file) => {
    const mark = MARKS[file.language]?.comment;
    if (mark === undefined) return undefined;
    const made = withExtraLine(random, file, `${CODE} ${mark} keep this for the callers`);
    if (!made) return undefined;
    const { edit, line } = made;
    const own = (text: string) =>
      text === line ? line.replace(/keptValue.*/, () => CODE + say(mark)) : text;
    return distinct(edit, edit.old.map(own).join("\n"), edit.next.map(own).join("\n"));
  };

/** The edit changes a line whose comment the model words otherwise: which words stay is not certain. */
const trailingTouched: MistakeMaker = (random, file) => {
  const mark = MARKS[file.language]?.comment;
  if (mark === undefined) return undefined;
  const made = withExtraLine(random, file, `${CODE} ${mark} keep this for the callers`);
  if (!made) return undefined;
  const { edit, line } = made;
  const believed = line.replace("keep this for the callers", "stays because others call it");
  const old = edit.old.map((own) => (own === line ? believed : own)).join("\n");
  const next = edit.next
    .map((own) => (own === line ? believed.replace("source, 12", "target, 40") : own))
    .join("\n");
  return { content: edit.lines.join("\n"), old, next, expect: "refuse" };
};

const DOC_MARKS: Readonly<Record<string, readonly string[]>> = {
  "#": ["## ", "#: ", "#. ", "# "],
  "//": ["/// ", "//! ", "// "],
  "--": ["--- ", "-- | ", "-- "],
};

/** A comment in the style of a documentation tool, which the old text leaves out. */
const docComment: MistakeMaker = (random, file) => {
  const styles = DOC_MARKS[MARKS[file.language]?.comment ?? ""];
  if (styles === undefined) return undefined;
  const made = withExtraLine(random, file, `${random.pick(styles)}Keeps the value for all callers.`, 5);
  if (!made) return undefined;
  const { edit, line, at } = made;
  // Next to a change the side of the comment is not known.
  if (edit.changed.has(at + 1) || edit.old.length !== edit.next.length) return undefined;
  if (edit.next[edit.next.indexOf(line) + 1] !== edit.old[at + 1] || edit.old[at + 1] === undefined)
    return undefined;
  const without = (lines: readonly string[]) => lines.filter((own) => own !== line).join("\n");
  return distinct(edit, without(edit.old), without(edit.next));
};

/** Marks of comments, real and apparent. */
export const COMMENT_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "comment-mark-in-code": misleading(false),
  "comment-mark-in-changed-code": misleading(true),
  "trailing-comment-omitted": trailing(() => ""),
  "trailing-comment-reworded": trailing((mark) => ` ${mark} stays because others call it`),
  "trailing-comment-in-changed-line": trailingTouched,
  "doc-comment-omitted": docComment,
};
