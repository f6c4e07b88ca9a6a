import { distinct } from "./blank-mistakes.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";
import { changeWord, makeTrueEdit, type TrueEdit } from "./true-edit.js";

export const COMMENT = /^\s*(?:\/\/|#\s|\*\s)/;

/** Mistypes one long word of a line: swaps, drops, doubles or replaces a letter inside it. */
export function mistype(random: Random, line: string, text: string): string | undefined {
  const words = [...line.matchAll(/[A-Za-z]?[a-z]{6,}/g)].filter(
    (word) => !/["'`]/.test(line.slice(0, word.index)),
  );
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const letters = word[0];
  const at = random.between(1, letters.length - 3);
  const how = random.next();
  let made = letters;
  if (how < 0.35) made = letters.slice(0, at) + letters[at + 1] + letters[at] + letters.slice(at + 2);
  else if (how < 0.65) made = letters.slice(0, at) + letters.slice(at + 1);
  else if (how < 0.8) made = letters.slice(0, at) + letters[at] + letters.slice(at);
  else made = `${letters.slice(0, at)}${random.pick([..."aeioulnrst"])}${letters.slice(at + 1)}`;
  if (made === letters || new RegExp(`\\b${made}\\b`).test(text)) return undefined;
  return line.slice(0, word.index) + made + line.slice(word.index + letters.length);
}

export function keptPlaces(edit: TrueEdit): number[] {
  return edit.old
    .map((_, place) => place)
    .filter((place) => !edit.changed.has(place) && (edit.old[place] as string).trim() !== "");
}

/** Returns the block with some kept lines misremembered, the same in both texts. */
export function misremembered(
  random: Random,
  edit: TrueEdit,
  count: number,
  change: (line: string) => string | undefined,
  places = keptPlaces(edit),
): { old: string; next: string } | undefined {
  const made = new Map<string, string>();
  for (let tries = 0; tries < 12 && made.size < count; tries++) {
    if (places.length === 0) return undefined;
    const line = edit.old[random.pick(places)] as string;
    if (made.has(line) || edit.old.filter((other) => other === line).length > 1) continue;
    const changed = change(line);
    if (changed !== undefined && changed !== line) made.set(line, changed);
  }
  if (made.size < count) return undefined;
  const say = (line: string) => made.get(line) ?? line;
  return { old: edit.old.map(say).join("\n"), next: edit.next.map(say).join("\n") };
}

const typos =
  (count: number, minLines: number): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines });
    if (!edit) return undefined;
    const said = misremembered(random, edit, count, (line) => mistype(random, line, file.text));
    return said ? distinct(edit, said.old, said.next) : undefined;
  };

/** The typo is in the line that changes; the new text has the correct word. */
const typoChanged: MistakeMaker = (random, file) => {
  const edit = makeTrueEdit(random, file, { minLines: 5 });
  if (edit?.changed.size !== 1 || edit.next.length !== edit.old.length) return undefined;
  const [place] = edit.changed as unknown as Iterable<number>;
  const line = edit.old[place as number] as string;
  const wrong = mistype(random, line, file.text);
  if (wrong === undefined) return undefined;
  const old = [...edit.old];
  old[place as number] = wrong;
  return distinct(edit, old.join("\n"), edit.next.join("\n"));
};

const typoShort: MistakeMaker = (random, file) => {
  const lines = file.text.split("\n");
  const at = random.between(0, lines.length - 1);
  const line = lines[at] as string;
  if (line.trim().replace(/\s/g, "").length < 24 || file.text.split(line).length !== 2) return undefined;
  const wrong = mistype(random, line, file.text);
  const trueNext = changeWord(random, line);
  if (wrong === undefined || trueNext === undefined || trueNext === line) return undefined;
  const content = file.text;
  if (content.includes(wrong)) return undefined;
  const after = [...lines];
  after[at] = trueNext;
  return { content, old: wrong, next: trueNext, expect: { content: after.join("\n") } };
};

/** Languages in which a line may begin with the mark of a comment and be none. */
const MARKED_TEXTS = new Set(["markdown", "rst", "c"]);

const commentOmitted: MistakeMaker = (random, file) => {
  // In Markdown `#` and `*` begin headings and items.
  if (MARKED_TEXTS.has(file.language)) return undefined;
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const places = keptPlaces(edit).filter((place) => {
    const inside = place > 0 && place < edit.old.length - 1;
    // Next to an added or removed line the correct side of a forgotten comment is unknown.
    const calm = ![place - 1, place, place + 1].some((near) => edit.changed.has(near));
    const next = edit.next.indexOf(edit.old[place] as string);
    return (
      inside &&
      calm &&
      COMMENT.test(edit.old[place] as string) &&
      next > 0 &&
      edit.next[next - 1] === edit.old[place - 1] &&
      edit.next[next + 1] === edit.old[place + 1]
    );
  });
  if (places.length === 0) return undefined;
  const comment = edit.old[random.pick(places)] as string;
  if (edit.old.filter((line) => line === comment).length > 1) return undefined;
  const leaveOut = (lines: readonly string[]) => lines.filter((line) => line !== comment).join("\n");
  return distinct(edit, leaveOut(edit.old), leaveOut(edit.next));
};

const commentReworded: MistakeMaker = (random, file) => {
  // In Markdown `#` and `*` begin headings and items.
  if (MARKED_TEXTS.has(file.language)) return undefined;
  const edit = makeTrueEdit(random, file, { minLines: 4 });
  if (!edit) return undefined;
  const places = keptPlaces(edit).filter((place) => /^\s*(?:\/\/|#\s)/.test(edit.old[place] as string));
  const said = misremembered(
    random,
    edit,
    1,
    (line) =>
      line.replace(
        /^(\s*(?:\/\/|#)\s*)(.*)$/,
        (_whole, mark: string, text: string) => `${mark}${text.split(" ").reverse().join(" ")} really`,
      ),
    places,
  );
  return said ? distinct(edit, said.old, said.next) : undefined;
};

const reworded =
  (which: "first" | "last"): MistakeMaker =>
  (random, file) => {
    const edit = makeTrueEdit(random, file, { minLines: 6 });
    if (!edit) return undefined;
    const place = which === "first" ? 0 : edit.old.length - 1;
    const line = edit.old[place] as string;
    // In code, a word more or less means another line.
    if (file.language !== "markdown" && !COMMENT.test(line)) return undefined;
    if (edit.changed.has(place) || line.trim().length < 24 || /["'`\d]/.test(line)) return undefined;
    const words = [...line.matchAll(/(?<=\s)[a-z]{2,}(?=\s)/g)];
    if (words.length < 1) return undefined;
    const said = misremembered(
      random,
      edit,
      1,
      (own) => {
        const word = random.pick(words);
        // A word more or less, as in a line written from memory.
        return random.chance(0.5)
          ? `${own.slice(0, word.index)}just ${own.slice(word.index)}`
          : own.slice(0, word.index) + own.slice(word.index + word[0].length + 1);
      },
      [place],
    );
    return said ? distinct(edit, said.old, said.next) : undefined;
  };

/** Mistakes of memory that leave the place certain. */
export const MEMORY_MISTAKES: Readonly<Record<string, MistakeMaker>> = {
  "typo-1": typos(1, 4),
  "typo-k": typos(2, 8),
  "typo-changed": typoChanged,
  "typo-short": typoShort,
  "comment-omitted": commentOmitted,
  "comment-reworded": commentReworded,
  "first-line-reworded": reworded("first"),
  "last-line-reworded": reworded("last"),
};
