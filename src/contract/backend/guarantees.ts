/**
 * The promises of a backend's ports that not every environment can keep. The first value of each is the promise of the
 * port; a backend that keeps less declares it, and the tools then check more before they change a file.
 */
export interface BackendGuarantees {
  /**
   * The object that an open directory stands for. `anchored`: the directory itself, wherever it is moved. `checked`: each
   * operation checks first that the path still leads to the same directory, and otherwise fails with
   * `changed-since-approval`. `by-path`: whatever the path leads to.
   */
  readonly directories: "anchored" | "checked" | "by-path";
  /**
   * The content that a file open for reading returns. `live`: that of the file as it is now. `snapshot`: that of the time
   * of opening, at least where it is small, so a check whether a file changed must open it again.
   */
  readonly openFiles: "live" | "snapshot";
  /**
   * The steps of a creation and a rename. `atomic`: one step. `checked`: replacing a file is one step, while free names
   * and folders are looked up first, so that a short interval remains. `copied`: the content is copied, so that another
   * process can see half of it.
   */
  readonly changes: "atomic" | "checked" | "copied";
  /** Whether `sync` writes to the disk. `unsynced`: after a power failure, the last changes may be lost. */
  readonly durability: "synced" | "unsynced";
  /**
   * The processes that a file lock keeps apart. `machine`: all that respect the locks of the machine. `runtime`: only the
   * calls of one runtime.
   */
  readonly locks: "machine" | "runtime";
  /**
   * The processes that end when a command is stopped. `all`: everything that it started. `group`: those that did not leave
   * its process group. `command`: the command itself. `none`: there are no commands, or none can be stopped.
   */
  readonly processes: "all" | "group" | "command" | "none";
}

/** The values of each guarantee, the strongest first. */
export const GUARANTEE_LEVELS = {
  directories: ["anchored", "checked", "by-path"],
  openFiles: ["live", "snapshot"],
  changes: ["atomic", "checked", "copied"],
  durability: ["synced", "unsynced"],
  locks: ["machine", "runtime"],
  processes: ["all", "group", "command", "none"],
} as const satisfies { readonly [Name in keyof BackendGuarantees]: readonly BackendGuarantees[Name][] };

/** Returns whether a backend keeps promises. One that declares nothing keeps them all. */
export function keepsGuarantees(
  backend: { readonly guarantees?: BackendGuarantees },
  needed: Partial<BackendGuarantees>,
): boolean {
  const { guarantees } = backend;
  if (guarantees === undefined) return true;
  return (Object.keys(needed) as (keyof BackendGuarantees)[]).every((name) => {
    const levels: readonly string[] = GUARANTEE_LEVELS[name];
    const [has, wanted] = [guarantees[name], needed[name]];
    return wanted === undefined || levels.indexOf(has) <= levels.indexOf(wanted);
  });
}
