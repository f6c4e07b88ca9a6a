import { pairSimilarLines } from "../compare/index.js";
import { type DiffStep, diffTexts } from "../diff/index.js";
import {
  detectIndentUnit,
  IndentationMap,
  type IndentPair,
  linesAround,
  lookAlikesUndone,
  splitLines,
  type TextLine,
  unitOf,
} from "../text/index.js";
import { endsWithMark, mergeChangedLine, withLostMark } from "./changed-line.js";
import { joinLines, lastToken, linesLike, type OutputLine, shortestOf } from "./output-lines.js";

/** Minimum likeness of a removed and an added line that count as one changed line. */
const CHANGED_LINE_SIMILARITY = 0.35;

/** Input of a merge: the base is the old text, one side the file, the other the new text. */
export interface LineMergeRequest {
  readonly content: string;
  readonly start: number;
  readonly end: number;
  readonly old: string;
  readonly newText: string;
  /** The line in the region for each line of `old`, or -1. */
  readonly pairs: readonly number[];
  /** The line end of the place, for lines without one. */
  readonly lineEnd: "\n" | "\r\n";
}

/**
 * Merges an edit in three ways: lines that the edit keeps come from the file with their text, blanks and line
 * end; only changed and added lines come from the new text, at the file's indentation.
 */
export function mergeLines(request: LineMergeRequest): string {
  return new LineMerge(request).run();
}

class LineMerge {
  readonly #request: LineMergeRequest;
  readonly #old: readonly TextLine[];
  readonly #next: readonly TextLine[];
  readonly #file: readonly TextLine[];
  readonly #steps: readonly DiffStep[];
  readonly #startsMidLine: boolean;
  readonly #map: IndentationMap;
  readonly #isVerbatim: boolean;
  /** Returns the model's text with look-alikes as the file has them. */
  readonly #plain: (text: string) => string;
  readonly #output: OutputLine[] = [];
  #fileAt = 0;

  constructor(request: LineMergeRequest) {
    this.#request = request;
    const { content, start, end } = request;
    this.#old = splitLines(request.old).lines;
    this.#file = splitLines(content.slice(start, end)).lines;
    this.#next = linesLike(request.old, request.newText);
    this.#steps = diffTexts(this.#old, this.#next);
    this.#startsMidLine =
      start > 0 && content.charCodeAt(start - 1) !== 10 && content.charCodeAt(start - 1) !== 0xfeff;
    const pairs = this.#indentPairs();
    this.#map = new IndentationMap(pairs, {
      file: detectIndentUnit(linesAround(content, start)),
      old: unitOf(
        [...this.#old, ...this.#next]
          .filter((line) => line.text !== "" && !line.text.startsWith("*"))
          .map((line) => line.indent),
      ),
    });
    this.#isVerbatim = this.#newIsAlreadyIndented();
    this.#plain = lookAlikesUndone(request.old, content.slice(start, end));
  }

  run(): string {
    for (const step of this.#steps) {
      if (step.kind === "keep") {
        for (let at = 0; at < step.oldTo - step.oldFrom; at++)
          this.#keep(step.oldFrom + at, step.newFrom + at);
      } else this.#change(step);
    }
    this.#emitFileOnly(this.#file.length);
    return joinLines(this.#output, this.#request);
  }

  #keep(oldLine: number, newLine: number): void {
    const file = this.#fileLine(oldLine);
    // The file has no such line: the model's additional blank line or comment is not written.
    if (!file) return;
    this.#emitFileOnly(this.#request.pairs[oldLine] as number);
    this.#write(
      this.#indentOf(oldLine, newLine) + file.text + this.#trailingOf(oldLine, newLine, file.trailing),
      file,
    );
    this.#fileAt = (this.#request.pairs[oldLine] as number) + 1;
  }

  #change(step: DiffStep): void {
    const removed = this.#old.slice(step.oldFrom, step.oldTo);
    const added = this.#next.slice(step.newFrom, step.newTo);
    const pairs = pairSimilarLines(
      removed.map((line) => line.text),
      added.map((line) => line.text),
      // One line replaced by one line is a changed line, whatever its likeness; a blank line never is.
      removed.length === 1 && added.length === 1 && removed[0]?.text !== "" ? 0 : CHANGED_LINE_SIMILARITY,
    );
    let oldLine = step.oldFrom;
    let newLine = step.newFrom;
    let continued: number | undefined;
    for (const pair of [...pairs, { one: removed.length, other: added.length }]) {
      const firstRemoved = oldLine;
      const removedCount = step.oldFrom + pair.one - firstRemoved;
      const firstAdded = newLine;
      const lines = this.#file;
      const files = Array.from(
        { length: removedCount },
        (_, at) => lines[this.#request.pairs[firstRemoved + at] ?? -1],
      );
      for (; oldLine < step.oldFrom + pair.one; oldLine++) this.#remove(oldLine, oldLine > firstRemoved);
      const addedCount = step.newFrom + pair.other - firstAdded;
      for (; newLine < step.newFrom + pair.other; newLine++) {
        // Other lines still replace the lines removed here, one by one.
        const at = newLine - firstAdded;
        // The last of several lines ends like the last line that they replace.
        const isLast = at === addedCount - 1;
        const last = removedCount > 0 ? oldLine - 1 : continued;
        const marked = addedCount === removedCount ? firstRemoved + at : isLast ? last : undefined;
        if (at < removedCount) this.#insert(newLine, firstRemoved + at, files[at], marked);
        else this.#insert(newLine, removedCount > 0 ? oldLine - 1 : oldLine, files[removedCount - 1], marked);
      }
      if (pair.one < removed.length) {
        // Lines after a line that got a mark continue it: `a: 1` becomes `a: 1,` and `b: 2`.
        continued = endsWithMark(added[pair.other]?.text ?? "") ? oldLine : undefined;
        this.#replace(oldLine++, newLine++);
      }
    }
  }

  /** Drops a line; comments and blank lines between two dropped lines are dropped too. */
  #remove(oldLine: number, afterRemoved: boolean): void {
    const own = this.#request.pairs[oldLine] as number;
    if (own < this.#fileAt) return;
    if (!afterRemoved) this.#emitFileOnly(own);
    this.#fileAt = own + 1;
  }

  #replace(oldLine: number, newLine: number): void {
    const file = this.#fileLine(oldLine);
    if (!file) {
      this.#insert(newLine, oldLine, undefined);
      return;
    }
    const own = this.#request.pairs[oldLine] as number;
    this.#emitFileOnly(own);
    this.#fileAt = own + 1;
    const old = this.#old[oldLine] as TextLine;
    const next = this.#next[newLine] as TextLine;
    // A look-alike that stands elsewhere in the file may still be a mistake in this line.
    const plain = lookAlikesUndone(old.text, file.text);
    const merged = mergeChangedLine(plain(old.text), file.text, plain(next.text));
    const endKept = lastToken(old.text) === lastToken(next.text);
    const trailing = endKept ? this.#trailingOf(oldLine, newLine, file.trailing) : next.trailing;
    this.#write(this.#indentOf(oldLine, newLine) + merged + trailing, file);
  }

  #insert(newLine: number, nearOldLine: number, like: TextLine | undefined, marked?: number): void {
    const next = this.#next[newLine] as TextLine;
    const plain = this.#plain(next.text);
    const text = marked === undefined ? plain : this.#withMarkOf(marked, plain);
    const indent =
      text === "" || this.#isVerbatim
        ? this.#map.inFileStyle(next.indent)
        : this.#map.place({
            indent: next.indent,
            oldLine: nearOldLine,
            replaces: like !== undefined,
            isStarLine: next.text.startsWith("*"),
          });
    this.#write(
      (this.#isFirstMidLine() ? this.#midLineIndent(newLine) : indent) + text + next.trailing,
      like,
    );
  }

  #withMarkOf(oldLine: number, text: string): string {
    const file = this.#fileLine(oldLine);
    return file === undefined ? text : withLostMark((this.#old[oldLine] as TextLine).text, file.text, text);
  }

  #isFirstMidLine(): boolean {
    return this.#startsMidLine && this.#output.length === 0;
  }

  /** The first line of a place inside a line has no indentation: only what the edit adds to it. */
  #midLineIndent(newLine: number): string {
    const old = this.#old[0]?.indent ?? "";
    const next = (this.#next[newLine] as TextLine).indent;
    return next.startsWith(old) ? next.slice(old.length) : "";
  }

  #indentOf(oldLine: number, newLine: number): string {
    if (this.#isFirstMidLine()) return this.#midLineIndent(newLine);
    const old = (this.#old[oldLine] as TextLine).indent;
    const next = (this.#next[newLine] as TextLine).indent;
    const file = this.#fileLine(oldLine)?.indent ?? old;
    if ((this.#old[oldLine] as TextLine).text === "") return file;
    if (next === old) return this.#isVerbatim ? this.#map.inFileStyle(next) : file;
    if (this.#isVerbatim || file === old) return this.#map.inFileStyle(next);
    const isStarLine = (this.#next[newLine] as TextLine).text.startsWith("*");
    return this.#map.place({ indent: next, oldLine, replaces: true, isStarLine });
  }

  #trailingOf(oldLine: number, newLine: number, file: string): string {
    const old = (this.#old[oldLine] as TextLine).trailing;
    const next = (this.#next[newLine] as TextLine).trailing;
    return old !== next && old === file ? next : file;
  }

  #fileLine(oldLine: number): TextLine | undefined {
    const own = this.#request.pairs[oldLine] as number;
    return own >= 0 ? this.#file[own] : undefined;
  }

  /** Keeps lines that only the file has (a comment or blank line that the model omitted). */
  #emitFileOnly(upTo: number): void {
    for (; this.#fileAt < upTo; this.#fileAt++) {
      const line = this.#file[this.#fileAt] as TextLine;
      this.#write(line.indent + line.text + line.trailing, line);
    }
  }

  #write(body: string, like: TextLine | undefined): void {
    this.#output.push({ body, lineEnd: like && like.lineEnd !== "" ? like.lineEnd : undefined });
  }

  #indentPairs(): IndentPair[] {
    const pairs: IndentPair[] = [];
    this.#old.forEach((line, oldLine) => {
      const file = this.#fileLine(oldLine);
      if (!file || line.text === "") return;
      if (this.#startsMidLine && this.#request.pairs[oldLine] === 0) return;
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
    let moved = 0;
    let right = 0;
    const compare = (oldLine: number, newLine: number) => {
      const file = this.#fileLine(oldLine);
      const old = this.#old[oldLine];
      const next = this.#next[newLine];
      if (!file || !old || !next || old.text === "" || old.indent === file.indent) return;
      moved++;
      if (next.indent === file.indent) right++;
    };
    for (const step of this.#steps) {
      if (step.kind === "change") continue;
      for (let at = 0; at < step.oldTo - step.oldFrom; at++) compare(step.oldFrom + at, step.newFrom + at);
    }
    if (moved > 0) return right >= 0.8 * moved && this.#newStartsInPlace();
    // Nothing is kept: only the first lines of both sides can be compared.
    for (const step of this.#steps) if (step.kind === "change") compare(step.oldFrom, step.newFrom);
    return moved > 0 && right === moved;
  }

  /**
   * Returns whether the first or the least indented line of the new text has the indentation of the place: kept lines of
   * a block that the edit wraps have it by chance.
   */
  #newStartsInPlace(): boolean {
    const indents = (lines: readonly TextLine[]) =>
      lines.filter((line) => line.text !== "").map((line) => line.indent);
    const [next, file] = [indents(this.#next), indents(this.#file)];
    return next[0] === file[0] || shortestOf(next) === shortestOf(file);
  }
}
