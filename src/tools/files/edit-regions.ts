import { type ChangedRegion, type ChangedSpan, replacedRegions } from "./text-change.js";

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
    // From the end on, so that a change does not move those still to come.
    for (const change of changes.reverse()) this.#regions = joined(this.#regions, change);
  }

  /** In order and apart from each other. */
  get spans(): readonly ChangedSpan[] {
    return this.#regions.map(({ oldStart, oldEnd }) => ({ start: oldStart, end: oldEnd }));
  }
}

function joined(
  regions: readonly Region[],
  { oldStart: start, oldEnd: end, newStart, newEnd }: ChangedRegion,
): Region[] {
  const before = regions.filter((region) => region.end < start);
  const touched = regions.filter((region) => region.end >= start && region.start <= end);
  const after = regions.filter((region) => region.start > end);
  const growth = newEnd - newStart - (end - start);
  // What no region covers has only been moved by the regions in front of it.
  const previous = before.at(-1);
  const shiftBefore = previous === undefined ? 0 : previous.oldEnd - previous.end;
  const last = touched.at(-1);
  const shiftBehind = last === undefined ? shiftBefore : last.oldEnd - last.end;
  const first = touched[0];
  return [
    ...before,
    {
      oldStart: Math.min(first?.oldStart ?? Number.POSITIVE_INFINITY, start + shiftBefore),
      oldEnd: Math.max(last?.oldEnd ?? 0, end + shiftBehind),
      start: Math.min(first?.start ?? start, start),
      end: Math.max(last?.end ?? end, end) + growth,
    },
    ...after.map((region) => ({ ...region, start: region.start + growth, end: region.end + growth })),
  ];
}
