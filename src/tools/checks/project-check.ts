/** What a check is for. `check` runs several things, or nobody knows which. */
export type CheckKind = "typecheck" | "lint" | "format" | "check" | "build" | "test";

/** Every {@link CheckKind}, in the order in which they run. */
export const CHECK_KINDS: readonly CheckKind[] = ["typecheck", "lint", "format", "check", "build", "test"];

/** A check that a project has. */
export interface ProjectCheck {
  /** What it is asked for by; no two of a folder are alike. */
  readonly name: string;
  readonly kind: CheckKind;
  /** Exactly as it will be run, in the folder where it was found. */
  readonly command: string;
  /** What shows that the project has it: `package.json script "lint"`. */
  readonly source: string;
  /** Whether it runs when all are asked for; if not, `note` says why. Asked for by name it always runs. */
  readonly runsWithAll: boolean;
  readonly note?: string;
  /** The program is looked up in PATH, where it may be missing; otherwise the project brings it along. */
  readonly inPath?: string;
}

/** A command that the project's CI runs: told, never run by itself. */
export interface CheckHint {
  /** The file that says so, relative to the folder it was found from. */
  readonly file: string;
  readonly command: string;
}

/** The checks of a folder. */
export interface FoundChecks {
  /** Absolute, symlinks resolved: where they run. */
  readonly folder: string;
  /** By kind in the order of {@link CHECK_KINDS}, then as they were found. */
  readonly checks: readonly ProjectCheck[];
  readonly hints: readonly CheckHint[];
  /** Folders that were looked into, from the one asked for upwards. */
  readonly searched: readonly string[];
  /** The package.json files among them that hold no JSON object, so that their scripts are not known; absolute. */
  readonly brokenManifests: readonly string[];
}
