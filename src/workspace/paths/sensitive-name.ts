import type { NamePattern } from "./name-pattern.js";

/** One row of a list of sensitive names. */
export interface SensitiveName {
  readonly pattern: NamePattern;
  /** The manual or document that says which program obeys the path or keeps a secret there. */
  readonly source: string;
}

/** Returns a row for each pattern of one source. */
export function namesFrom(source: string, ...patterns: readonly NamePattern[]): readonly SensitiveName[] {
  return patterns.map((pattern) => ({ pattern, source }));
}
