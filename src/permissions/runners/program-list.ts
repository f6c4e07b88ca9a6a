/** A list of programs with the manual that documents them. */
export interface ProgramList {
  /** Names, separated by spaces. */
  readonly programs: string;
  readonly source: string;
}

/** Returns the names of several lists. */
export function namesOf(lists: readonly ProgramList[]): ReadonlySet<string> {
  return new Set(lists.flatMap(({ programs }) => programs.split(" ")));
}
