import type { ThreadEntry } from "../../contract/index.js";
import { truncateText } from "../../truncation/index.js";
import { sortInSteps, type Yield } from "../../values/index.js";

/** UTF-16 code units of a page of a thread. */
const MAX_PAGE_CHARACTERS = 24_000;

/** UTF-16 code units of one entry, if there are others on the page. */
const MAX_SHOWN_CHARACTERS = 4_000;

/** Entries of a page: only entries without text are as many. */
const MAX_PAGE_ENTRIES = 10_000;

/** The entries to show. */
export interface PageRequest {
  /** The subject of interest: if set, the entries about it are selected. */
  readonly goal?: string | undefined;
  /** 1-based. If set, entries are shown from there, whatever the goal. */
  readonly firstEntry?: number | undefined;
  /** Default: as many as fit. */
  readonly maxEntries?: number | undefined;
}

/** An entry of a page. */
export interface ShownEntry extends ThreadEntry {
  /** 1-based, in the thread. */
  readonly number: number;
  /** UTF-16 code units that are omitted from `text`. */
  readonly omittedCharacters: number;
}

/** A part of a thread. */
export interface ThreadPage {
  readonly entries: readonly ShownEntry[];
  /** First entry of the next page; absent on the last page, and where entries were selected by a goal. */
  readonly nextEntry?: number;
  /** Whether entries were selected by the goal, and others between them were omitted. */
  readonly chosenByGoal: boolean;
}

/**
 * Returns a page of a thread for a model: consecutive entries or, if the thread is too long for one page and there is a
 * goal, the entries about the goal.
 */
export async function threadPage(
  entries: readonly ThreadEntry[],
  request: PageRequest,
  pause: Yield,
): Promise<ThreadPage> {
  const { goal, firstEntry, maxEntries = entries.length } = request;
  if (goal !== undefined && firstEntry === undefined && !fitsOnPage(entries)) {
    const chosen = await aboutGoal(entries, goal, pause);
    const fitting = thatFit(entries, chosen.slice(0, maxEntries));
    if (fitting.length > 0) {
      return { entries: fitting.sort((left, right) => left.number - right.number), chosenByGoal: true };
    }
  }
  const start = Math.max(0, (firstEntry ?? 1) - 1);
  const end = Math.min(entries.length, start + Math.max(1, maxEntries));
  const only = entries[start];
  // An entry alone may use the whole page.
  const shown =
    end === start + 1 && only !== undefined
      ? [shownEntry(only, start + 1, MAX_PAGE_CHARACTERS)]
      : thatFit(entries, indexesBetween(start, end));
  const next = start + shown.length + 1;
  return { entries: shown, chosenByGoal: false, ...(next <= entries.length && { nextEntry: next }) };
}

function shownEntry(entry: ThreadEntry, number: number, maxCharacters: number): ShownEntry {
  if (entry.text.length <= maxCharacters) return { ...entry, number, omittedCharacters: 0 };
  const { text } = truncateText(entry.text, { maxCharacters, keep: "middle" }, { totals: "skip" });
  return { ...entry, text, number, omittedCharacters: entry.text.length - text.length };
}

/** Returns whether all entries fit on one page. */
function fitsOnPage(entries: readonly ThreadEntry[]): boolean {
  let left = MAX_PAGE_CHARACTERS;
  return entries.every(({ text }) => {
    left -= Math.min(text.length, MAX_SHOWN_CHARACTERS);
    return left >= 0;
  });
}

/** Returns the first of the chosen entries, as far as they fit on a page; at least one. */
function thatFit(entries: readonly ThreadEntry[], chosen: Iterable<number>): ShownEntry[] {
  const shown: ShownEntry[] = [];
  let left = MAX_PAGE_CHARACTERS;
  for (const index of chosen) {
    const entry = shownEntry(entries[index] as ThreadEntry, index + 1, MAX_SHOWN_CHARACTERS);
    left -= entry.text.length;
    // An entry without text takes no space, but a result can hold only so many.
    if (shown.length > 0 && (left < 0 || shown.length >= MAX_PAGE_ENTRIES)) break;
    shown.push(entry);
  }
  return shown;
}

function* indexesBetween(start: number, end: number): Generator<number> {
  for (let index = start; index < end; index += 1) yield index;
}

/** Shorter words rarely say what is searched for. */
const MIN_WORD_CHARACTERS = 3;

/** Returns the indexes of entries that contain words of a goal, sorted by the number of words. */
async function aboutGoal(
  entries: readonly ThreadEntry[],
  goal: string,
  pause: Yield,
): Promise<readonly number[]> {
  const words = [...new Set(goal.toLowerCase().split(/[\s\p{P}]+/u))].filter(
    (word) => word.length >= MIN_WORD_CHARACTERS,
  );
  const found: { readonly index: number; readonly held: number }[] = [];
  for (const [index, { text }] of entries.entries()) {
    const lower = text.toLowerCase();
    const held = words.filter((word) => lower.includes(word)).length;
    if (held > 0) found.push({ index, held });
    await pause();
  }
  const sorted = await sortInSteps(
    found,
    (left, right) => right.held - left.held || left.index - right.index,
  );
  return sorted.map(({ index }) => index);
}
