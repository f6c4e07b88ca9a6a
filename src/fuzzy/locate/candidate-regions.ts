import type { LineIndex } from "../text/index.js";

/** A region of solid lines (positions in the index) that contains lines of the needle. */
export interface CandidateRegion {
  /** Solid position that the first needle line would have. */
  readonly diagonal: number;
  /** Maximum distance of the found lines from that diagonal. */
  readonly slack: number;
  readonly weight: number;
}

/** The hashes of the solid lines of a needle. */
export interface NeedleHashes {
  readonly keys: Int32Array;
  readonly shapes: Int32Array;
  /** Visible characters of each line. */
  readonly lengths: readonly number[];
}

/** Maximum occurrences that are kept of one needle line; a very frequent line does not locate the needle. */
const MAX_PLACES_PER_LINE = 64;

/** The same limit for a needle of one or two lines, which has no other evidence. */
const MAX_PLACES_OF_SHORT_NEEDLE = 2_000;

/** Weight of a line that only has the shape of a needle line. */
const SHAPE_WEIGHT = 0.35;

/**
 * Maximum lines by which one region may deviate from its diagonal: the cost of an alignment grows with it.
 */
const MAX_SLACK = 40;

/** Lines above which a needle has a narrow band: each line of slack costs a comparison of every line. */
const HUGE_NEEDLE_LINES = 2_000;
const SLACK_OF_HUGE_NEEDLE = 12;

/** Minimum visible characters of a significant shape. */
const MIN_SHAPE_CHARACTERS = 6;

/**
 * The number and positions of the occurrences of each needle line in the index; computed in one pass over the
 * hashes.
 */
export interface NeedlePlaces {
  readonly keyPlaces: readonly (readonly number[])[];
  readonly shapePlaces: readonly (readonly number[])[];
  /** Occurrences by key, including those beyond the kept ones. */
  readonly keyCounts: Int32Array;
}

/** Finds the occurrences of all needle lines. */
export function placeNeedleLines(index: LineIndex, needle: NeedleHashes): NeedlePlaces {
  const count = needle.keys.length;
  const keep = count <= 2 ? MAX_PLACES_OF_SHORT_NEEDLE : MAX_PLACES_PER_LINE;
  const filter = new Uint8Array(1 << 16);
  const keyLines = new Map<number, number>();
  const shapeLines = new Map<number, number>();
  for (let line = 0; line < count; line++) {
    const key = needle.keys[line] as number;
    const shape = needle.shapes[line] as number;
    filter[slot(key)] = (filter[slot(key)] as number) | 1;
    if (!keyLines.has(key)) keyLines.set(key, line);
    if ((needle.lengths[line] as number) < MIN_SHAPE_CHARACTERS) continue;
    filter[slot(shape)] = (filter[slot(shape)] as number) | 2;
    if (!shapeLines.has(shape)) shapeLines.set(shape, line);
  }
  const keyPlaces: number[][] = Array.from({ length: count }, () => []);
  const shapePlaces: number[][] = Array.from({ length: count }, () => []);
  const keyCounts = new Int32Array(count);
  for (let position = 0; position < index.solidCount; position++) {
    const key = index.keyHash[position] as number;
    if ((filter[slot(key)] as number) & 1) {
      const line = keyLines.get(key);
      if (line !== undefined) {
        keyCounts[line] = (keyCounts[line] as number) + 1;
        const places = keyPlaces[line] as number[];
        if (places.length <= keep) places.push(position);
        continue;
      }
    }
    const shape = index.shapeHash[position] as number;
    if ((filter[slot(shape)] as number) & 2) {
      const line = shapeLines.get(shape);
      if (line === undefined) continue;
      const places = shapePlaces[line] as number[];
      if (places.length <= keep) places.push(position);
    }
  }
  // Equal needle lines share the result of the first of them.
  for (let line = 0; line < count; line++) {
    const first = keyLines.get(needle.keys[line] as number) ?? line;
    if (first !== line) {
      keyPlaces[line] = keyPlaces[first] as number[];
      keyCounts[line] = keyCounts[first] as number;
    }
    const firstShape = shapeLines.get(needle.shapes[line] as number);
    if (firstShape !== undefined && firstShape !== line)
      shapePlaces[line] = shapePlaces[firstShape] as number[];
  }
  return { keyPlaces, shapePlaces, keyCounts };
}

function slot(hash: number): number {
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** Returns the regions with most of the needle's lines, weighted by rarity; best first, at most `limit`. */
export function findCandidateRegions(
  needle: NeedleHashes,
  places: NeedlePlaces,
  limit: number,
): CandidateRegion[] {
  const count = needle.keys.length;
  const keep = count <= 2 ? MAX_PLACES_OF_SHORT_NEEDLE : MAX_PLACES_PER_LINE;
  const slack =
    count > HUGE_NEEDLE_LINES ? SLACK_OF_HUGE_NEEDLE : Math.min(MAX_SLACK, Math.max(4, count >> 3));
  const weights = new Map<number, number>();
  const vote = (positions: readonly number[], line: number, weight: number) => {
    if (positions.length === 0 || positions.length > keep) return;
    let last = Number.NaN;
    for (const position of positions) {
      const bucket = Math.floor((position - line) / slack);
      if (bucket === last) continue;
      last = bucket;
      // Each bucket overlaps the next, so that a region at a border lies completely in one of them.
      weights.set(bucket, (weights.get(bucket) ?? 0) + weight);
      weights.set(bucket - 1, (weights.get(bucket - 1) ?? 0) + weight);
    }
  };
  for (let line = 0; line < count; line++) {
    const long = Math.min(1, (needle.lengths[line] as number) / 12);
    const keyPlaces = places.keyPlaces[line] as number[];
    vote(keyPlaces, line, long * (1 + 3 / Math.max(1, keyPlaces.length)));
    if (keyPlaces.length === 0) vote(places.shapePlaces[line] as number[], line, long * SHAPE_WEIGHT);
  }
  return [...weights]
    .sort(([oneBucket, one], [otherBucket, other]) => other - one || oneBucket - otherBucket)
    .slice(0, limit)
    .map(([bucket, weight]) => ({ diagonal: (bucket + 1) * slack, slack, weight }));
}
