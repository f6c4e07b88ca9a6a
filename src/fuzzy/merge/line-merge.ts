import { pairSimilarLines } from "../compare/index.js";
import { type DiffStep, diffTexts } from "../diff/index.js";
import {
  lookAlikesUndone,
  looksLikeMarkdown,
  splitLines,
  squeezedKey,
  type TextLine,
} from "../text/index.js";
import { AddedGaps } from "./added-gaps.js";
import { endsWithMark, mergeChangedLine, withLostMark } from "./changed-line.js";
import { MergeIndentation } from "./merge-indentation.js";
import { joinLines, lastToken, linesLike, type OutputLine } from "./output-lines.js";

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
  readonly #indentation: MergeIndentation;
  /** Returns the model's text with look-alikes as the file has them. */
  readonly #plain: (text: string) => string;
  /** The file's text for each text of an old line; `undefined` if there are several. */
  readonly #fileTexts = new Map<string, string | undefined>();
  readonly #gaps: AddedGaps;
  /** Whether the old text has lines that are not blank, each ends with blanks, and no line of the file does. */
  readonly #blanksAreMadeUp: boolean;
  readonly #output: OutputLine[] = [];
  /** The added line that ends a list without a comma after its last element. */
  #lastOfList = -1;
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
    this.#indentation = new MergeIndentation({
      content,
      start,
      old: this.#old,
      next: this.#next,
      file: this.#file,
      pairs: request.pairs,
      steps: this.#steps,
      startsMidLine: this.#startsMidLine,
    });
    this.#plain = lookAlikesUndone(request.old, content.slice(start, end));
    this.#old.forEach(({ text }, oldLine) => {
      const file = this.#fileLine(oldLine)?.text;
      if (file === undefined || text === "") return;
      if (!this.#fileTexts.has(text)) this.#fileTexts.set(text, file);
      else if (this.#fileTexts.get(text) !== file) this.#fileTexts.set(text, undefined);
    });
    this.#gaps = new AddedGaps(this.#fileTexts);
    const solid = (lines: readonly TextLine[]) => lines.filter(({ text }) => text !== "");
    // An old text of blank lines only shows nothing about the ends of lines.
    this.#blanksAreMadeUp =
      solid(this.#old).length > 0 &&
      solid(this.#old).every(({ trailing }) => trailing !== "") &&
      areMost(solid(this.#file), ({ trailing }) => trailing === "");
  }

  run(): string {
    for (const [at, step] of this.#steps.entries()) {
      if (step.kind === "change") {
        this.#change(step);
        continue;
      }
      const last = step.oldTo - 1;
      for (let line = step.oldFrom; line < last; line++) this.#keep(line, step.newFrom + line - step.oldFrom);
      this.#keep(last, step.newTo - 1, this.#commaBefore(last, this.#steps[at + 1]));
    }
    this.#emitFileOnly(this.#file.length);
    return joinLines(this.#output, this.#request);
  }

  /**
   * Returns the comma of a kept line that the file's line lacks, if lines are added below it: the last line of a list has none
   * in the file. The last of the added lines then has none either.
   */
  #commaBefore(oldLine: number, added: DiffStep | undefined): "," | "" {
    const text = this.#old[oldLine]?.text ?? "";
    const file = this.#fileLine(oldLine)?.text;
    if (added === undefined || added.oldTo > added.oldFrom || file === undefined) return "";
    if (!text.endsWith(",") || squeezedKey(text.slice(0, -1)) !== squeezedKey(file)) return "";
    this.#lastOfList = added.newTo - 1;
    return ",";
  }

  #keep(oldLine: number, newLine: number, comma = ""): void {
    const file = this.#fileLine(oldLine);
    // The file has no such line: the model's additional blank line or comment is not written.
    if (!file) return;
    this.#emitFileOnly(this.#request.pairs[oldLine] as number);
    this.#write(
      this.#indentOf(oldLine, newLine) +
        file.text +
        comma +
        this.#trailingOf(oldLine, newLine, file.trailing),
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
      for (; oldLine < step.oldFrom + pair.one; oldLine++)
        this.#remove(oldLine, { afterRemoved: oldLine > firstRemoved });
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
  #remove(oldLine: number, { afterRemoved }: { readonly afterRemoved: boolean }): void {
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
    const keepsEnd = endKept || (old.trailing === next.trailing && this.#keepsBlanks(file.trailing));
    const trailing = keepsEnd ? this.#trailingOf(oldLine, newLine, file.trailing) : next.trailing;
    this.#write(this.#indentOf(oldLine, newLine) + merged + trailing, file);
  }

  /** Returns whether the blanks at the end of a line mean something, as a line break in Markdown. None mean nothing. */
  #keepsBlanks(trailing: string): boolean {
    return trailing === "" || (/^ {2,}$/.test(trailing) && looksLikeMarkdown(this.#request.content));
  }

  #insert(newLine: number, nearOldLine: number, like: TextLine | undefined, marked?: number): void {
    const next = this.#next[newLine] as TextLine;
    // A line that the edit moves or copies has the model's mistakes in both texts.
    const plain = this.#fileTexts.get(next.text) ?? this.#gaps.inFileStyle(this.#plain(next.text));
    const listed = newLine === this.#lastOfList ? plain.replace(/,$/, "") : plain;
    const text = marked === undefined ? listed : this.#withMarkOf(marked, listed);
    const indent = this.#isFirstMidLine()
      ? this.#indentation.ofMidLine(newLine)
      : this.#indentation.ofAdded(newLine, nearOldLine, { replaces: like !== undefined });
    this.#write(indent + text + (this.#blanksAreMadeUp ? "" : next.trailing), like);
  }

  #withMarkOf(oldLine: number, text: string): string {
    const file = this.#fileLine(oldLine);
    return file === undefined ? text : withLostMark((this.#old[oldLine] as TextLine).text, file.text, text);
  }

  #isFirstMidLine(): boolean {
    return this.#startsMidLine && this.#output.length === 0;
  }

  #indentOf(oldLine: number, newLine: number): string {
    return this.#isFirstMidLine()
      ? this.#indentation.ofMidLine(newLine)
      : this.#indentation.ofReplacing(oldLine, newLine);
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
}

/** Returns whether a condition holds for more than half of some lines, or if there are none. */
function areMost(lines: readonly TextLine[], holds: (line: TextLine) => boolean): boolean {
  return lines.length === 0 || lines.filter(holds).length * 2 > lines.length;
}
