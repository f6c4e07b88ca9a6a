import { type IndentUnit, TAB, unitOf } from "./indent-unit.js";

/** The indentation of an aligned line in the old text and in the file. */
export interface IndentPair {
  readonly oldLine: number;
  readonly oldIndent: string;
  readonly fileIndent: string;
  /**
   * A line of a block comment (` * text`): one column deeper than code, so it does not show the indentation
   * of code.
   */
  readonly isStarLine?: boolean;
}

/** A line of the new text to indent. */
export interface PlacedLine {
  readonly indent: string;
  /** The old line that it precedes or replaces. */
  readonly oldLine: number;
  /** Whether it replaces that line instead of preceding it. */
  readonly replaces: boolean;
  readonly isStarLine: boolean;
}

/** Minimum share of the indented lines with unchanged indentation for the others to count as typos. */
const UNCHANGED_SHARE = 0.6;

/** Maximum number of aligned lines that are compared with each other. */
const MAX_COMPARED_PAIRS = 200;

/** Indents lines of the new text like the file, based on the aligned lines. */
export class IndentationMap {
  readonly #pairs: readonly IndentPair[];
  readonly #fileUnit: IndentUnit | undefined;
  readonly #oldUnit: IndentUnit | undefined;
  /** The model's indentation equals the file's (except for typos): it is used unchanged. */
  readonly isIdentity: boolean;

  constructor(
    pairs: readonly IndentPair[],
    units: { readonly file: IndentUnit | undefined; readonly old: IndentUnit | undefined },
  ) {
    this.#pairs = pairs;
    // The blank before a comment's star is present for any indentation of the code.
    const code = pairs.filter((pair) => pair.isStarLine !== true);
    const indented = (code.length > 0 ? code : pairs).filter(
      (pair) => pair.oldIndent !== "" || pair.fileIndent !== "",
    );
    const unchanged = indented.filter((pair) => pair.oldIndent === pair.fileIndent).length;
    this.#fileUnit = localUnit(code.length > 0 ? code : pairs, units.file);
    this.#oldUnit = this.#learnOldUnit(code.length > 0 ? code : pairs, units.old);
    this.isIdentity =
      unchanged === indented.length ||
      (unchanged >= UNCHANGED_SHARE * indented.length && !this.#isRescaled(code));
  }

  /** Returns the file's indentation for a line of the new text. */
  place(line: PlacedLine): string {
    const { indent } = line;
    if (this.isIdentity) return this.inFileStyle(indent);
    const alike = this.#pairs.filter((pair) => (pair.isStarLine === true) === line.isStarLine);
    const pairs = alike.length > 0 ? alike : this.#pairs;
    let before: IndentPair | undefined;
    let after: IndentPair | undefined;
    let nearest: IndentPair | undefined;
    for (const pair of pairs) {
      const distance = Math.abs(pair.oldLine - line.oldLine);
      if (!nearest || distance < Math.abs(nearest.oldLine - line.oldLine)) nearest = pair;
      if (pair.oldIndent !== indent) continue;
      if (pair.oldLine === line.oldLine && line.replaces) return pair.fileIndent;
      if (pair.oldLine < line.oldLine) before = pair;
      else after ??= pair;
    }
    const same = closerOf(before, after, line.oldLine);
    if (same) return same.fileIndent;
    return nearest ? this.#shift(indent, nearest) : indent;
  }

  /**
   * Returns an indentation without tabs if the file is indented with blanks, and with tabs for whole levels if it is indented with
   * tabs: a YAML file with a tab and a recipe of a makefile without one cannot be read.
   */
  inFileStyle(indent: string): string {
    const file = this.#fileUnit;
    const known = () => this.#pairs.find((pair) => pair.oldIndent === indent)?.fileIndent;
    if (file?.kind === "space" && indent.includes("\t")) {
      if (this.#pairs.some((pair) => pair.fileIndent.includes("\t"))) return indent;
      return known() ?? indent.replaceAll("\t", " ".repeat(file.width));
    }
    if (file?.kind !== "tab" || indent === "" || indent.includes("\t")) return indent;
    const old = this.#oldUnit;
    if (old?.kind !== "space" || indent.length % old.width !== 0) return indent;
    if (this.#pairs.some((pair) => pair.fileIndent.includes(" "))) return indent;
    return known() ?? "\t".repeat(indent.length / old.width);
  }

  /**
   * Returns the spaces of the old text per level of the file, if two aligned lines show it; otherwise the
   * detected unit.
   */
  #learnOldUnit(pairs: readonly IndentPair[], detected: IndentUnit | undefined): IndentUnit | undefined {
    let least = Number.POSITIVE_INFINITY;
    let learned: IndentUnit | undefined;
    for (const one of pairs.slice(0, MAX_COMPARED_PAIRS)) {
      for (const other of pairs.slice(0, MAX_COMPARED_PAIRS)) {
        const oldStep = other.oldIndent.length - one.oldIndent.length;
        const fileStep = other.fileIndent.length - one.fileIndent.length;
        if (oldStep <= 0 || fileStep <= 0 || oldStep >= least || !this.#fileUnit) continue;
        if (other.oldIndent.includes("\t") || one.oldIndent.includes("\t")) return { kind: "tab", width: 1 };
        const levels = fileStep / this.#fileUnit.width;
        if (!Number.isInteger(levels) || !Number.isInteger(oldStep / levels)) continue;
        // The smallest step is the least likely to cross a place where the texts differ, as above a list.
        learned = { kind: "space", width: oldStep / levels };
        least = oldStep;
      }
    }
    if (learned !== undefined) return learned;
    return detected;
  }

  /**
   * Returns whether all aligned lines are where a unit of another width puts them. Then the lines with the file's
   * indentation have it by chance.
   */
  #isRescaled(pairs: readonly IndentPair[]): boolean {
    const [old, file] = [this.#oldUnit, this.#fileUnit];
    const [first] = pairs;
    if (first === undefined || old?.kind !== "space" || file?.kind !== "space" || old.width === file.width) {
      return false;
    }
    // A first line with another indentation is one that was copied from inside a line.
    if (!pairs.some((pair) => pair.oldLine > 0 && pair.oldIndent !== pair.fileIndent)) return false;
    return pairs.every(({ oldIndent, fileIndent }) => {
      if (oldIndent.includes("\t") || fileIndent.includes("\t")) return false;
      const columns = oldIndent.length - first.oldIndent.length;
      return columns * file.width === (fileIndent.length - first.fileIndent.length) * old.width;
    });
  }

  #shift(indent: string, from: IndentPair): string {
    const { oldIndent, fileIndent } = from;
    const file = this.#fileUnit;
    const old = indent.includes("\t") || oldIndent.includes("\t") ? TAB : this.#oldUnit;
    const fileIsTabs = fileIndent.includes("\t") || (fileIndent === "" && file?.kind === "tab");
    const sameStyle =
      old?.kind === (fileIsTabs ? "tab" : "space") && (fileIsTabs || old.width === file?.width);
    const step = columnsOf(indent, old) - columnsOf(oldIndent, old);
    // Without a unit a step is an alignment, which consists of spaces.
    if (!old) return adjust(fileIndent, step, " ");
    if (sameStyle || !(file || fileIsTabs)) return adjust(fileIndent, step, fileIsTabs ? "\t" : " ");
    const width = fileIsTabs ? 1 : (file?.width ?? 1);
    const levels = Math.trunc(step / old.width);
    const rest = step - levels * old.width;
    const moved = adjust(fileIndent, levels * width, fileIsTabs ? "\t" : " ");
    // A rest that is not a whole level is alignment, which consists of spaces.
    return rest > 0 ? moved + " ".repeat(rest) : moved;
  }
}

/**
 * Returns the unit of the aligned lines in the file if that of the text around them cannot be theirs: a text in one language may
 * contain another one.
 */
function localUnit(pairs: readonly IndentPair[], around: IndentUnit | undefined): IndentUnit | undefined {
  const own = unitOf(pairs.map((pair) => pair.fileIndent));
  if (around === undefined || own === undefined) return around ?? own;
  const isMultiple = own.kind === around.kind && own.width % around.width === 0;
  return isMultiple ? around : own;
}

/**
 * Returns which of two aligned lines with the required indentation determines a new line between them: the
 * closer one; if the model lost the depth and both are adjacent, the deeper one, because a line is added
 * inside a block more often than after it.
 */
function closerOf(
  before: IndentPair | undefined,
  after: IndentPair | undefined,
  near: number,
): IndentPair | undefined {
  if (!before || !after) return before ?? after;
  const isBetween = before.oldLine === near - 1 && after.oldLine === near;
  if (isBetween) return before.fileIndent.length >= after.fileIndent.length ? before : after;
  return near - before.oldLine <= after.oldLine - near ? before : after;
}

function columnsOf(indent: string, unit: IndentUnit | undefined): number {
  if (unit?.kind !== "tab") return indent.length;
  const tabs = indent.split("\t").length - 1;
  return Math.max(tabs, 0);
}

function adjust(indent: string, step: number, character: string): string {
  // Blanks after tabs are an alignment: a level is added or removed before them.
  let tabs = 0;
  while (character === "\t" && indent.charCodeAt(tabs) === 9) tabs++;
  const [levels, aligned] = character === "\t" ? [indent.slice(0, tabs), indent.slice(tabs)] : [indent, ""];
  if (step >= 0) return levels + character.repeat(step) + aligned;
  return levels.slice(0, Math.max(0, levels.length + step)) + aligned;
}

/**
 * Re-indents a block: moves lines from one indentation to another and keeps their relative depth.
 *
 * @example reindent("if (x) {\n  y()\n}", { from: "", to: "\t", unit: { kind: "tab", width: 1 } })
 */
export function reindent(
  text: string,
  options: {
    readonly from: string;
    readonly to: string;
    readonly unit?: IndentUnit;
    readonly oldUnit?: IndentUnit;
  },
): string {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const map = new IndentationMap([{ oldLine: 0, oldIndent: options.from, fileIndent: options.to }], {
    file: options.unit,
    old: options.oldUnit ?? unitOf([options.from, ...indents]),
  });
  return lines
    .map((line) => {
      if (line.trim() === "") return line;
      const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
      return map.place({ indent, oldLine: 0, replaces: true, isStarLine: false }) + line.slice(indent.length);
    })
    .join("\n");
}
