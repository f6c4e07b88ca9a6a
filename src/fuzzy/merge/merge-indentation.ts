import { similarityOf } from "../compare/index.js";
import type { DiffStep } from "../diff/index.js";
import {
  detectIndentUnit,
  IndentationMap,
  type IndentPair,
  linesAround,
  type TextLine,
  unitOf,
} from "../text/index.js";
import { shortestOf } from "./output-lines.js";

/** Minimum share of the kept lines with the file's indentation for the new text to be indented like the file. */
const VERBATIM_SHARE = 0.8;

/** Maximum share of the kept lines that have the indentation of the old text by chance, such as closing lines. */
const CHANCE_SHARE = 1 / 3;

/** Minimum likeness of the first lines of both texts that count as one changed line. */
const CHANGED_LINE_SIMILARITY = 0.6;

/** The texts of a merge as lines. */
export interface MergedTexts {
  readonly content: string;
  readonly start: number;
  readonly old: readonly TextLine[];
  readonly next: readonly TextLine[];
  readonly file: readonly TextLine[];
  /** The line in `file` for each line of `old`, or -1. */
  readonly pairs: readonly number[];
  /** The edit from `old` to `next`. */
  readonly steps: readonly DiffStep[];
  /** Whether the place begins inside a line, so that its first line has no indentation. */
  readonly startsMidLine: boolean;
}

/** The indentation of the lines of a merged text. */
export class MergeIndentation {
  readonly #texts: MergedTexts;
  readonly #map: IndentationMap;
  /** Whether the new text has the file's indentation, and not that of the old text. */
  readonly #isVerbatim: boolean;
  readonly #isFirstBare: boolean;

  constructor(texts: MergedTexts) {
    this.#texts = texts;
    const pairs = this.#indentPairs();
    this.#map = new IndentationMap(pairs, {
      file: detectIndentUnit(linesAround(texts.content, texts.start)),
      old: unitOf(
        [...texts.old, ...texts.next]
          .filter((line) => line.text !== "" && !line.text.startsWith("*"))
          .map((line) => line.indent),
      ),
    });
    this.#isVerbatim = this.#newIsAlreadyIndented();
    this.#isFirstBare = this.#firstLinesAreBare(pairs);
  }

  /** Returns the indentation of a line that replaces or keeps an old line. */
  ofReplacing(oldLine: number, newLine: number): string {
    const { text, indent: old } = this.#texts.old[oldLine] as TextLine;
    const { text: newText, indent: next } = this.#texts.next[newLine] as TextLine;
    const file = this.#fileLine(oldLine)?.indent ?? old;
    if (text === "") return file;
    if (next === old) return this.#isVerbatim ? this.#map.inFileStyle(next) : file;
    if (this.#isVerbatim) return this.#map.inFileStyle(next);
    if (this.#isFirstBare) return this.#ofBareText(newLine);
    return this.#map.place({ indent: next, oldLine, replaces: true, isStarLine: newText.startsWith("*") });
  }

  /** Returns the indentation of a line that the edit adds near an old line. */
  ofAdded(newLine: number, nearOldLine: number, { replaces }: { readonly replaces: boolean }): string {
    const { text, indent } = this.#texts.next[newLine] as TextLine;
    if (text === "" || this.#isVerbatim) return this.#map.inFileStyle(indent);
    if (this.#isFirstBare) return this.#ofBareText(newLine);
    return this.#map.place({ indent, oldLine: nearOldLine, replaces, isStarLine: text.startsWith("*") });
  }

  /** Returns the indentation of the first line of a place inside a line: only what the edit adds to it. */
  ofMidLine(newLine: number): string {
    const old = this.#texts.old[0]?.indent ?? "";
    const next = (this.#texts.next[newLine] as TextLine).indent;
    return next.startsWith(old) ? next.slice(old.length) : "";
  }

  /** Returns the indentation of a line of a text whose first line lacks its own. */
  #ofBareText(newLine: number): string {
    const own = (this.#texts.next[newLine] as TextLine).indent;
    return newLine === 0 ? (this.#fileLine(0)?.indent ?? own) : this.#map.inFileStyle(own);
  }

  /** Returns whether only the first lines of both texts lack indentation, as in texts that were copied from inside a line. */
  #firstLinesAreBare(pairs: readonly IndentPair[]): boolean {
    const { old, next } = this.#texts;
    const [first] = pairs;
    if (first === undefined || first.oldLine !== 0 || first.oldIndent === first.fileIndent) return false;
    if (next[0]?.text === "" || next[0]?.indent !== old[0]?.indent) return false;
    const others = pairs.slice(1);
    const same = others.filter(({ oldIndent, fileIndent }) => oldIndent === fileIndent);
    const isShown = same.some(({ fileIndent }) => fileIndent !== "");
    return isShown && same.length >= VERBATIM_SHARE * others.length;
  }

  #fileLine(oldLine: number): TextLine | undefined {
    const own = this.#texts.pairs[oldLine] as number;
    return own >= 0 ? this.#texts.file[own] : undefined;
  }

  #indentPairs(): IndentPair[] {
    const { old, pairs: lines, startsMidLine } = this.#texts;
    const pairs: IndentPair[] = [];
    old.forEach((line, oldLine) => {
      const file = this.#fileLine(oldLine);
      if (!file || line.text === "") return;
      if (startsMidLine && lines[oldLine] === 0) return;
      pairs.push({
        oldLine,
        oldIndent: line.indent,
        fileIndent: file.indent,
        isStarLine: line.text.startsWith("*"),
      });
    });
    return pairs;
  }

  /**
   * Returns whether the model indented the new text correctly although the indentation of the old one was
   * wrong.
   */
  #newIsAlreadyIndented(): boolean {
    const { old: oldLines, next: nextLines, steps } = this.#texts;
    // Lines whose indentation was wrong in the old text: all, and those that the new text has like the file, like the old
    // text, and with the file's characters.
    const moved = { all: 0, right: 0, unchanged: 0, alike: 0 };
    let others = 0;
    let othersMoved = 0;
    const compare = (oldLine: number, newLine: number) => {
      const file = this.#fileLine(oldLine);
      const old = oldLines[oldLine];
      const next = nextLines[newLine];
      if (!file || !old || !next || old.text === "") return;
      if (old.indent === file.indent) {
        others++;
        if (next.indent !== old.indent) othersMoved++;
        return;
      }
      moved.all++;
      if (next.indent === file.indent) moved.right++;
      if (next.indent.startsWith(file.indent) || file.indent.startsWith(next.indent)) moved.alike++;
      if (next.indent === old.indent) moved.unchanged++;
    };
    for (const step of steps) {
      if (step.kind === "change") continue;
      for (let at = 0; at < step.oldTo - step.oldFrom; at++) compare(step.oldFrom + at, step.newFrom + at);
    }
    if (moved.all > 0) {
      const isRight = moved.right >= VERBATIM_SHARE * moved.all;
      const evidence = this.#placeOfNew();
      if (evidence === "unknown") {
        return isRight && moved.unchanged === 0 && othersMoved <= (1 - VERBATIM_SHARE) * others;
      }
      // Lines that the edit moves have neither indentation, as in a block that it wraps.
      const isMoved = moved.unchanged < CHANCE_SHARE * moved.all && moved.alike >= VERBATIM_SHARE * moved.all;
      if (evidence === "both") return moved.right > 0 || isMoved || this.#isFirstInPlace();
      return evidence === "file" && (isRight || moved.right > moved.unchanged || isMoved);
    }
    // Nothing is kept: only the first lines of both sides can be compared.
    for (const step of steps) if (step.kind === "change") compare(step.oldFrom, step.newFrom);
    return moved.all > 0 && moved.right === moved.all;
  }

  /** Returns whether the edit changes the first line, and moves it to the indentation of the file. */
  #isFirstInPlace(): boolean {
    const [step] = this.#texts.steps.filter(({ oldTo, newTo }) => oldTo > 0 || newTo > 0);
    if (step?.kind !== "change" || step.oldTo === 0 || step.newTo === 0) return false;
    const [old, next] = [this.#texts.old[0] as TextLine, this.#texts.next[0] as TextLine];
    const file = this.#fileLine(0);
    if (similarityOf(old.text, next.text) < CHANGED_LINE_SIMILARITY) return false;
    return old.text !== "" && file !== undefined && old.indent !== file.indent && next.indent === file.indent;
  }

  /**
   * Returns whether the first or the least indented line of the new text has the indentation of the place or of the old
   * text, or `both` have that of the place: kept lines of a block that the edit wraps have that of the place by chance.
   */
  #placeOfNew(): "both" | "file" | "old" | "unknown" {
    const indents = (lines: readonly TextLine[]) =>
      lines.filter((line) => line.text !== "").map((line) => line.indent);
    const [old, next, file] = [
      indents(this.#texts.old),
      indents(this.#texts.next),
      indents(this.#texts.file),
    ];
    const ends = [
      [old[0], next[0], file[0]],
      [shortestOf(old), shortestOf(next), shortestOf(file)],
    ] as const;
    const telling = ends.filter(([one, , other]) => one !== other);
    const inFile = telling.filter(([, own, place]) => own === place).length;
    if (inFile > 0) return inFile === ends.length ? "both" : "file";
    return telling.some(([one, own]) => own === one) ? "old" : "unknown";
  }
}
