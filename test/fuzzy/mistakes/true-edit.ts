import type { Random } from "./random.js";
import type { SourceFile } from "./source-files.js";

/** A correct edit: a block of whole lines and its replacement. */
export interface TrueEdit {
  readonly lines: readonly string[];
  /** The block is `lines[from]` to `lines[to - 1]`. */
  readonly from: number;
  readonly to: number;
  /** Lines of the block; `old` and `next` correspond except for `changed`. */
  readonly old: readonly string[];
  readonly next: readonly string[];
  /** Indexes of the lines of `old` that the edit changes or removes. */
  readonly changed: ReadonlySet<number>;
}

const FRESH_WORDS = ["quasar", "lantern", "pebble", "harbor", "cobalt", "meadow", "tundra", "velvet"];

/** Returns a block that occurs once and an edit of it; `undefined` if the draw has none. */
export function makeTrueEdit(
  random: Random,
  file: SourceFile,
  options: { readonly minLines?: number; readonly maxLines?: number } = {},
): TrueEdit | undefined {
  const lines = file.text.split("\n");
  const size = random.between(options.minLines ?? 3, options.maxLines ?? 14);
  const from = random.between(0, Math.max(0, lines.length - size - 2));
  let to = Math.min(lines.length - 1, from + size);
  let start = from;
  while (start < to && (lines[start] as string).trim() === "") start++;
  while (to > start && (lines[to - 1] as string).trim() === "") to--;
  const old = lines.slice(start, to);
  if (old.length < (options.minLines ?? 3)) return undefined;
  if (old.filter((line) => line.trim().length >= 10).length < Math.max(1, old.length / 3)) return undefined;
  if (!standsOnce(lines, old)) return undefined;
  const edited = editBlock(random, old);
  if (!edited || edited.next.join("\n") === old.join("\n")) return undefined;
  return { lines, from: start, to, old, ...edited };
}

/**
 * Returns whether a block occurs once even if surrounding blanks are ignored: otherwise the case is not
 * recoverable.
 */
function standsOnce(lines: readonly string[], block: readonly string[]): boolean {
  const solid = (all: readonly string[]) => all.map((line) => line.trim()).filter((line) => line !== "");
  return `\n${solid(lines).join("\n")}\n`.split(`\n${solid(block).join("\n")}\n`).length === 2;
}

/** Returns the text of the file with the block replaced. */
export function withBlock(edit: TrueEdit, block: readonly string[]): string {
  return [...edit.lines.slice(0, edit.from), ...block, ...edit.lines.slice(edit.to)].join("\n");
}

function editBlock(
  random: Random,
  old: readonly string[],
): { next: string[]; changed: Set<number> } | undefined {
  const next: string[] = [...old];
  const changed = new Set<number>();
  const kind = random.next();
  if (kind < 0.45) {
    for (let count = random.between(1, 2); count > 0; count--) {
      const line = random.between(0, old.length - 1);
      const edited = changeWord(random, old[line] as string);
      if (edited === undefined) continue;
      next[line] = edited;
      changed.add(line);
    }
    return changed.size > 0 ? { next, changed } : undefined;
  }
  if (kind < 0.75) {
    const at = random.between(1, old.length - 1);
    const near = old[at - 1] as string;
    // Next to a block comment the indentation of an added line is ambiguous.
    if (/^\s*(?:$|\*|\/\*)/.test(near)) return undefined;
    const indent = /^[ \t]*/.exec(near)?.[0] ?? "";
    const added = Array.from({ length: random.between(1, 3) }, () => indent + freshLine(random));
    next.splice(at, 0, ...added);
    return { next, changed };
  }
  if (kind < 0.87) {
    const at = random.between(0, old.length - 1);
    if ((old[at] as string).trim() === "") return undefined;
    next.splice(at, 1);
    changed.add(at);
    return { next, changed };
  }
  const at = random.between(0, old.length - 1);
  const line = old[at] as string;
  if (line.trim().length < 4 || /^\s*(?:\*|\/\*)/.test(line)) return undefined;
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  next.splice(at, 1, indent + freshLine(random), indent + freshLine(random));
  changed.add(at);
  return { next, changed };
}

/** Returns a line with one word replaced by a new one, or one number by another. */
export function changeWord(random: Random, line: string): string | undefined {
  const words = [...line.matchAll(/[A-Za-z]{3,}|\b\d+\b/g)];
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const fresh = /\d/.test(word[0]) ? String(random.between(100, 999)) : random.pick(FRESH_WORDS);
  return line.slice(0, word.index) + fresh + line.slice(word.index + word[0].length);
}

function freshLine(random: Random): string {
  const word = random.pick(FRESH_WORDS);
  return random.pick([
    `${word}(${random.between(1, 99)});`,
    `const ${word} = ${random.between(1, 99)};`,
    `${word} ${random.pick(FRESH_WORDS)}`,
  ]);
}
