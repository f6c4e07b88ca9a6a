/** Programs and the manual that says so. */
export interface ProgramList {
  /** Names, one blank apart. */
  readonly programs: string;
  readonly source: string;
}

/** The names of several lists. */
export function namesOf(lists: readonly ProgramList[]): ReadonlySet<string> {
  return new Set(lists.flatMap(({ programs }) => programs.split(" ")));
}
