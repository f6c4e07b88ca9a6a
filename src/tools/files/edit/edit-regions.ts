import { type ChangedRegion, type ChangedSpan, replacedRegions } from "../diff/index.js";

interface Region {
  /** In the first text. */
  readonly oldStart: number;
  readonly oldEnd: number;
  /** In the text as it is now. */
  readonly start: number;
  readonly end: number;
}

/**
 * Follows edits made one after the other, and tells which places of the first text they changed together.
 *
 * So the diff of many edits costs what they changed, not what lies between them.
 */
export class EditRegions {
  #regions: readonly Region[] = [];

  /** Takes one more edit: the text as the edit before left it, the text now, and which places were replaced. */
  add(before: string, after: string, spans: readonly ChangedSpan[]): void {
    const whole = { oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length };
    const changes = replacedRegions(before, after, spans) ?? [whole];
    this.#regions = joined(this.#regions, changes);
  }

  /** In order and apart from each other. */
  get spans(): readonly ChangedSpan[] {
    return this.#regions.map(({ oldStart, oldEnd }) => ({ start: oldStart, end: oldEnd }));
  }
}

/**
 * Both lists in order, in one pass: a change of a hundred thousand places after another one of as many takes as long as both
 * lists, not as their product.
 */
function joined(regions: readonly Region[], changes: readonly ChangedRegion[]): Region[] {
  const result: Region[] = [];
  let next = 0;
  // How far the regions so far moved what is behind them, before these changes; and how far the changes do.
  let shift = 0;
  let growth = 0;
  const keep = (region: Region) => {
    result.push({ ...region, start: region.start + growth, end: region.end + growth });
    shift = region.end - region.oldEnd;
  };
  for (let at = 0; at < changes.length; ) {
    let { oldStart: start, oldEnd: end } = changes[at] as ChangedRegion;
    for (let region = regions[next]; region !== undefined && region.end < start; region = regions[next]) {
      keep(region);
      next += 1;
    }
    // What no region covers has only been moved by the regions in front of it.
    let oldStart = start - shift;
    let oldEnd = end - shift;
    let grown = 0;
    for (;;) {
      const region = regions[next];
      const change = changes[at];
      if (change !== undefined && change.oldStart <= end) {
        // The first one begins the place; others meet it.
        end = Math.max(end, change.oldEnd);
        oldEnd = Math.max(oldEnd, change.oldEnd - shift);
        grown += change.newEnd - change.newStart - (change.oldEnd - change.oldStart);
        at += 1;
      } else if (region !== undefined && region.start <= end) {
        start = Math.min(start, region.start);
        oldStart = Math.min(oldStart, region.oldStart);
        shift = region.end - region.oldEnd;
        oldEnd = Math.max(region.oldEnd, Math.max(end, region.end) - shift);
        end = Math.max(end, region.end);
        next += 1;
      } else break;
    }
    result.push({ oldStart, oldEnd, start: start + growth, end: end + growth + grown });
    growth += grown;
  }
  for (const region of regions.slice(next)) keep(region);
  return result;
}
