/** A behaviour that a runtime does not show, with the reason for the reader of the page. */
export interface Limit {
  readonly machine: string;
  readonly behaviour: string;
  readonly reason: string;
}

/** The documented limits. A behaviour that works in spite of its limit fails the run, so that the row is removed. */
export const LIMITS: readonly Limit[] = [
  {
    machine: "Deno",
    behaviour: "Folders: a file whose name is not UTF-8 is listed and opened",
    reason:
      "Deno has no interface for names that are not UTF-8; such a file is listed, but cannot be opened.",
  },
  {
    machine: "Windows",
    behaviour: "Windows: a path of more than 260 characters",
    reason: "Wine 8 cannot name the real path of a file with more than 260 characters.",
  },
];
