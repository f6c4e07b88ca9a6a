import type { NamePattern } from "./name-pattern.js";

/** One row of a list of sensitive names. */
export interface SensitivePlace {
  readonly pattern: NamePattern;
  /** The manual or document that says which program obeys the place, or keeps a secret there. */
  readonly source: string;
}

/** Returns a row for each pattern that one source names. */
export function placesFrom(source: string, ...patterns: readonly NamePattern[]): readonly SensitivePlace[] {
  return patterns.map((pattern) => ({ pattern, source }));
}
