import { indentationOf } from "./text-lines.js";

/** A line of the old text and the line of the file that it stands for. */
export interface LinePair {
  readonly old: string;
  readonly file: string;
}

/** Gives a line of the new text the file's indentation; `undefined` when that is not certain. */
export type Reindent = (line: string) => string | undefined;

/**
 * Learns from matched lines how the indentation of the old text becomes that of the file.
 *
 * A common shift is applied as it is; otherwise each known indentation is looked up, and what goes deeper than a known
 * one keeps its surplus in the file's own unit. `undefined` when one indentation stands for two: guessing would break
 * languages in which indentation is meaning.
 */
export function learnIndentation(
  pairs: readonly LinePair[],
  newLines: readonly string[],
): Reindent | undefined {
  const known = new Map<string, string>();
  for (const { old, file } of pairs) {
    if (old.trim() === "") continue;
    const indentation = indentationOf(old);
    const target = indentationOf(file);
    if ((known.get(indentation) ?? target) !== target) return undefined;
    known.set(indentation, target);
  }
  const convert = unitConverter(known, newLines);
  const shift = commonShift(known);
  const place = (indentation: string): string | undefined => {
    const exact = known.get(indentation);
    if (exact !== undefined) return exact;
    if (shift?.type === "deeper") return shift.by + convert(indentation);
    if (shift?.type === "shallower") {
      return indentation.startsWith(shift.by) ? indentation.slice(shift.by.length) : undefined;
    }
    const base = longestPrefix(known.keys(), indentation);
    return base === undefined
      ? undefined
      : (known.get(base) as string) + convert(indentation.slice(base.length));
  };
  return (line) => {
    if (line.trim() === "") return line;
    const indentation = indentationOf(line);
    const target = place(indentation);
    return target === undefined ? undefined : target + line.slice(indentation.length);
  };
}

function commonShift(
  known: ReadonlyMap<string, string>,
): { readonly type: "deeper" | "shallower"; readonly by: string } | undefined {
  const [first] = known;
  if (first === undefined) return undefined;
  const [old, file] = first;
  if (file.endsWith(old)) {
    const by = file.slice(0, file.length - old.length);
    if ([...known].every(([from, to]) => to === by + from)) return { type: "deeper", by };
  }
  if (old.endsWith(file)) {
    const by = old.slice(0, old.length - file.length);
    if ([...known].every(([from, to]) => from === by + to)) return { type: "shallower", by };
  }
  return undefined;
}

function longestPrefix(candidates: Iterable<string>, indentation: string): string | undefined {
  let best: string | undefined;
  for (const candidate of candidates) {
    if (indentation.startsWith(candidate) && candidate.length >= (best?.length ?? 0)) best = candidate;
  }
  return best;
}

/** Writes blanks as tabs where the file indents with tabs, and tabs as blanks where it indents with blanks. */
function unitConverter(
  known: ReadonlyMap<string, string>,
  newLines: readonly string[],
): (indentation: string) => string {
  const targets = [...known.values()].filter((target) => target !== "");
  const blanks = (indentations: Iterable<string>) =>
    [...indentations].filter((one) => /^ +$/.test(one)).reduce((unit, one) => divisor(unit, one.length), 0);
  if (targets.length > 0 && targets.every((target) => /^\t+$/.test(target))) {
    const unit = blanks([...known.keys(), ...newLines.map(indentationOf)]);
    return (indentation) =>
      unit > 1 && /^ +$/.test(indentation) && indentation.length % unit === 0
        ? "\t".repeat(indentation.length / unit)
        : indentation;
  }
  const unit = blanks(targets);
  return (indentation) => (unit > 0 ? indentation.replaceAll("\t", " ".repeat(unit)) : indentation);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
