import { type DiffStep, diffSequences } from "../diff/index.js";
import { foldText, type Token, tokenize } from "../text/index.js";

/**
 * Maximum length of text merged token by token; of a longer one (a minified line) the changed part is taken
 * from the new text.
 */
const MAX_MERGED_CHARACTERS = 20_000;

/** Minimum share of a line's characters that the edit keeps in a changed line. */
const KEPT_SHARE = 0.4;

/**
 * Returns the new line with the parts that the edit did not change taken from the file: mistyped words,
 * blanks, look-alike characters, the trailing comment. `old` and `file` are the same line except for such
 * differences.
 *
 * Returns `undefined` if so much changed that the new line is another line.
 */
export function mergeTokens(oldText: string, fileText: string, newText: string): string | undefined {
  if (newText === oldText) return fileText;
  if (fileText === oldText) return newText;
  if (Math.max(oldText.length, fileText.length, newText.length) > MAX_MERGED_CHARACTERS) return undefined;
  const old = tokenize(oldText);
  const file = tokenize(fileText);
  const next = tokenize(newText);
  const steps = diffSequences(old.map(textOf), next.map(textOf), (text) => text.length + 0.5);
  if (keptShare(old, steps) < KEPT_SHARE && !isOneSwap(steps)) return undefined;
  const fileOf = alignTokens(old, file);
  const firmOld = firmTokens(old, steps);
  return compose({ old, file, next, steps, fileOf, firmOld, keepsQuotes: keepsQuotes({ old, next, steps }) });
}

const QUOTE = /^["'`\u2018-\u201f\u00ab\u00bb]$/;

/** Returns whether the edit keeps every quote of a line and adds none. Then the file's quotes stay around a changed word too. */
function keepsQuotes({ old, next, steps }: Pick<Merge, "old" | "next" | "steps">): boolean {
  const isQuote = ({ text }: Token) => QUOTE.test(text);
  return steps.every(
    ({ kind, oldFrom, oldTo, newFrom, newTo }) =>
      kind === "keep" ||
      !(old.slice(oldFrom, oldTo).some(isQuote) || next.slice(newFrom, newTo).some(isQuote)),
  );
}

function textOf(token: Token): string {
  return token.text;
}

function keptShare(old: readonly Token[], steps: readonly DiffStep[]): number {
  const total = old.reduce((sum, token) => sum + token.text.length, 0);
  let kept = 0;
  for (const step of steps) {
    if (step.kind !== "keep") continue;
    for (let at = step.oldFrom; at < step.oldTo; at++) kept += (old[at] as Token).text.length;
  }
  return total === 0 ? 0 : kept / total;
}

/**
 * Returns whether the edit replaces one token by another and changes nothing else, whatever the length of the
 * token.
 */
function isOneSwap(steps: readonly DiffStep[]): boolean {
  const changes = steps.filter((step) => step.kind === "change");
  const [only] = changes;
  if (!only || changes.length > 1 || steps.length < 2) return false;
  return only.oldTo === only.oldFrom + 1 && only.newTo === only.newFrom + 1;
}

/**
 * Returns the file token for each old token, or -1. Words between equal neighbours are paired even if
 * mistyped.
 */
function alignTokens(old: readonly Token[], file: readonly Token[]): number[] {
  const fileOf = new Array<number>(old.length).fill(-1);
  const key = (token: Token) => foldText(token.text);
  for (const step of diffSequences(old.map(key), file.map(key), (text) => text.length + 0.5)) {
    const rows = step.oldTo - step.oldFrom;
    const columns = step.newTo - step.newFrom;
    if (step.kind === "change" && rows !== columns) {
      // The file has one character for several marks: `…` for `...`.
      const marks = old.slice(step.oldFrom, step.oldTo).map(key).join("");
      if (columns === 1 && marks === key(file[step.newFrom] as Token)) fileOf[step.oldFrom] = step.newFrom;
      continue;
    }
    for (let at = 0; at < rows; at++) {
      const mine = old[step.oldFrom + at] as Token;
      const theirs = file[step.newFrom + at] as Token;
      if (step.kind === "keep" || mine.isWord === theirs.isWord)
        fileOf[step.oldFrom + at] = step.newFrom + at;
    }
  }
  return fileOf;
}

/**
 * Returns which old tokens belong to a chunk (between blanks) that the edit keeps: their marks and
 * look-alikes stay as in the file.
 */
function firmTokens(old: readonly Token[], steps: readonly DiffStep[]): boolean[] {
  const kept = new Array<boolean>(old.length).fill(false);
  const touchedBefore = new Array<boolean>(old.length + 1).fill(false);
  for (const step of steps) {
    if (step.kind === "keep") for (let at = step.oldFrom; at < step.oldTo; at++) kept[at] = true;
    else if (step.oldFrom === step.oldTo) touchedBefore[step.oldFrom] = true;
  }
  const firm = [...kept];
  let chunkStart = 0;
  for (let at = 1; at <= old.length; at++) {
    if (at < old.length && (old[at] as Token).gap === "") continue;
    const insertedInside = touchedBefore.slice(chunkStart + 1, at).some(Boolean);
    if (insertedInside || kept.slice(chunkStart, at).includes(false)) firm.fill(false, chunkStart, at);
    chunkStart = at;
  }
  return firm;
}

interface Merge {
  readonly old: readonly Token[];
  readonly file: readonly Token[];
  readonly next: readonly Token[];
  readonly steps: readonly DiffStep[];
  readonly fileOf: readonly number[];
  readonly firmOld: readonly boolean[];
  /** Whether the edit keeps all quotes. */
  readonly keepsQuotes: boolean;
}

function compose(merge: Merge): string {
  const { old, file, next, steps, fileOf, firmOld } = merge;
  let result = "";
  let fileAt = 0;
  let lastInserted: readonly string[] = [];
  // Whether the last written token directly precedes this one in the old text too: only then is the file's
  // gap kept.
  let joined = true;
  const emitFileOnly = (upTo: number) => {
    const run = file.slice(fileAt, upTo);
    fileAt = Math.max(fileAt, upTo);
    // Both sides added text here. If it is similar, the new text takes precedence.
    const known = run.filter((token) => lastInserted.includes(token.text)).length;
    if (run.length > 0 && known * 2 >= run.length) return;
    for (const token of run) result += token.gap + token.text;
  };
  const emit = (
    oldAt: number,
    newAt: number,
    text: string,
    { isSwapped }: { readonly isSwapped: boolean },
  ) => {
    const mine = old[oldAt] as Token;
    const theirs = next[newAt] as Token;
    const own = fileOf[oldAt] as number;
    if (own >= fileAt) emitFileOnly(own);
    const token = own >= 0 ? (file[own] as Token) : undefined;
    const sameGap = mine.gap === theirs.gap;
    // Next to a changed word an unusual blank (a no-break space) belongs to the old word.
    const keepsGap = token && joined && sameGap && (!isSwapped || foldText(token.gap) === token.gap);
    result += keepsGap ? token.gap : theirs.gap;
    result += text;
    if (own >= 0) fileAt = own + 1;
    joined = true;
    lastInserted = [];
  };
  for (const step of steps) {
    if (step.kind === "keep") {
      for (let at = step.oldFrom; at < step.oldTo; at++) {
        const newAt = step.newFrom + at - step.oldFrom;
        const own = fileOf[at] as number;
        // A mark of the model that the file does not have is not written.
        if (own < 0 && !(old[at] as Token).isWord) continue;
        const token = own >= 0 ? (file[own] as Token) : (old[at] as Token);
        const isSeveral = foldText(token.text).length > foldText((old[at] as Token).text).length;
        const isFirm =
          token.isWord || firmOld[at] || isSeveral || (merge.keepsQuotes && QUOTE.test(token.text));
        emit(at, newAt, isFirm ? token.text : (next[newAt] as Token).text, { isSwapped: false });
      }
      continue;
    }
    const removed = step.oldTo - step.oldFrom;
    const added = step.newTo - step.newFrom;
    const swapped = Math.min(removed, added);
    for (let at = 0; at < swapped; at++)
      emit(step.oldFrom + at, step.newFrom + at, (next[step.newFrom + at] as Token).text, {
        isSwapped: true,
      });
    for (let at = step.oldFrom + swapped; at < step.oldTo; at++) {
      const own = fileOf[at] as number;
      if (own >= fileAt) fileAt = own + 1;
      joined = false;
    }
    const inserted: string[] = [];
    for (let at = step.newFrom + swapped; at < step.newTo; at++) {
      const token = next[at] as Token;
      result += token.gap + token.text;
      inserted.push(token.text);
      joined = false;
    }
    lastInserted = inserted;
  }
  emitFileOnly(file.length);
  return result;
}
