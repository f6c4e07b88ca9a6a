import type { ThreadEntry } from "../../contract/index.js";
import { truncateText } from "../../truncation/index.js";

/** UTF-16 code units of a page of a thread. */
const MAX_PAGE_CHARACTERS = 24_000;

/** UTF-16 code units of one entry, if there are others on the page. */
const MAX_SHOWN_CHARACTERS = 4_000;

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
export function threadPage(entries: readonly ThreadEntry[], request: PageRequest): ThreadPage {
  const { goal, firstEntry, maxEntries = entries.length } = request;
  const numbered = entries.map((entry, index) => shownEntry(entry, index + 1, MAX_SHOWN_CHARACTERS));
  const total = numbered.reduce((sum, { text }) => sum + text.length, 0);
  if (goal !== undefined && firstEntry === undefined && total > MAX_PAGE_CHARACTERS) {
    const chosen = aboutGoal(entries, goal).slice(0, maxEntries);
    const fitting = thatFit(chosen.flatMap((index) => numbered[index] ?? []));
    if (fitting.length > 0) {
      return { entries: fitting.sort((left, right) => left.number - right.number), chosenByGoal: true };
    }
  }
  const start = Math.max(0, (firstEntry ?? 1) - 1);
  const wanted = numbered.slice(start, start + Math.max(1, maxEntries));
  const only = entries[start];
  // An entry alone may use the whole page.
  const shown =
    wanted.length === 1 && only !== undefined
      ? [shownEntry(only, start + 1, MAX_PAGE_CHARACTERS)]
      : thatFit(wanted);
  const next = start + shown.length + 1;
  return { entries: shown, chosenByGoal: false, ...(next <= entries.length && { nextEntry: next }) };
}

function shownEntry(entry: ThreadEntry, number: number, maxCharacters: number): ShownEntry {
  if (entry.text.length <= maxCharacters) return { ...entry, number, omittedCharacters: 0 };
  const { text } = truncateText(entry.text, { maxCharacters, keep: "middle" }, { totals: "skip" });
  return { ...entry, text, number, omittedCharacters: entry.text.length - text.length };
}

/** Returns the first entries that fit on a page; at least one. */
function thatFit(entries: readonly ShownEntry[]): ShownEntry[] {
  let left = MAX_PAGE_CHARACTERS;
  const count = entries.findIndex(({ text }) => {
    left -= text.length;
    return left < 0;
  });
  return entries.slice(0, count === -1 ? undefined : Math.max(1, count));
}

/** Shorter words rarely say what is searched for. */
const MIN_WORD_CHARACTERS = 3;

/** Returns the indexes of entries that contain words of a goal, sorted by the number of words. */
function aboutGoal(entries: readonly ThreadEntry[], goal: string): readonly number[] {
  const words = [...new Set(goal.toLowerCase().split(/[\s\p{P}]+/u))].filter(
    (word) => word.length >= MIN_WORD_CHARACTERS,
  );
  return entries
    .map(({ text }, index) => {
      const lower = text.toLowerCase();
      return { index, held: words.filter((word) => lower.includes(word)).length };
    })
    .filter(({ held }) => held > 0)
    .sort((left, right) => right.held - left.held || left.index - right.index)
    .map(({ index }) => index);
}
