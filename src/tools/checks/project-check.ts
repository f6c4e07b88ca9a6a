/** Purpose of a check. `check` runs several things, or its purpose is unknown. */
export type CheckKind = "typecheck" | "lint" | "format" | "check" | "build" | "test";

/** All values of {@link CheckKind}, in the order in which they run. */
export const CHECK_KINDS: readonly CheckKind[] = ["typecheck", "lint", "format", "check", "build", "test"];

/** A check of a project. */
export interface ProjectCheck {
  /** The name by which it is requested, unique within a folder. */
  readonly name: string;
  readonly kind: CheckKind;
  /** The exact command, which runs in the folder where the check was found. */
  readonly command: string;
  /** Evidence that the project has it: `package.json script "lint"`. */
  readonly source: string;
  /** Whether it runs by default; if not, `note` says why. Requested by name, it always runs. */
  readonly runsWithAll: boolean;
  readonly note?: string;
  /** The program to look up in PATH, where it may be missing; absent if the project contains it. */
  readonly inPath?: string;
}

/** A command of the project's CI: reported, never run automatically. */
export interface CheckHint {
  /** The file that contains it, relative to the searched folder. */
  readonly file: string;
  readonly command: string;
}

/** The checks of a folder. */
export interface FoundChecks {
  /** Absolute path, symlinks resolved, of the folder where they run. */
  readonly folder: string;
  /** By kind in the order of {@link CHECK_KINDS}, then as they were found. */
  readonly checks: readonly ProjectCheck[];
  readonly hints: readonly CheckHint[];
  /** Folders that were searched, from the requested one upwards. */
  readonly searched: readonly string[];
  /** Absolute paths of the package.json files that are not JSON objects, so that their scripts are unknown. */
  readonly brokenManifests: readonly string[];
}
