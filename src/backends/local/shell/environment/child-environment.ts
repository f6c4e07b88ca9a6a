import * as path from "node:path";
import { nameMatcher } from "./name-matcher.js";
import { CORE_VARIABLES, LOADER_VARIABLES, SECRET_VARIABLES, UNATTENDED } from "./variable-names.js";

/** What children of the shell see of this process's environment. */
export interface EnvironmentOptions {
  /**
   * `all`: every variable that is not left out; `core`: only what a program needs to find its way (`PATH`, `HOME` ...);
   * `none`: nothing but `set`. Default `all`.
   */
  readonly inherit?: "all" | "core" | "none";
  /** Names left out, `*` stands for anything, case does not count. Default: {@link SECRET_VARIABLES}. */
  readonly exclude?: readonly string[];
  /** Variables set on top, whatever their names are. */
  readonly set?: Readonly<Record<string, string>>;
}

/** Makes the environment of one command. */
export type EnvironmentMaker = (
  /** The environment of this process. */
  inherited: Readonly<Record<string, string | undefined>>,
  /** Variables of this one call. */
  requested?: Readonly<Record<string, string>>,
) => Record<string, string>;

/**
 * Makes environments: what is inherited, then what keeps a command unattended, then what the host and the call set.
 *
 * Of an inherited `PATH` only absolute folders are kept: a relative one would make `ls` mean a program of whatever folder
 * the command runs in.
 */
export function createEnvironmentMaker(options: EnvironmentOptions = {}): EnvironmentMaker {
  const { inherit = "all", exclude = SECRET_VARIABLES, set = {} } = options;
  const excluded = nameMatcher([...exclude, ...LOADER_VARIABLES]);
  const included = inherit === "core" ? nameMatcher(CORE_VARIABLES) : () => inherit === "all";
  // The names hardly ever change from one command to the next, and matching them costs more than the rest.
  const verdicts = new Map<string, boolean>();
  const isInherited = (name: string) => {
    let verdict = verdicts.get(name);
    if (verdict === undefined) {
      verdict = included(name) && !excluded(name);
      verdicts.set(name, verdict);
    }
    return verdict;
  };
  return (inherited, requested = {}) => {
    const environment: Record<string, string> = {};
    for (const [name, value] of Object.entries(inherited)) {
      if (value === undefined || !isInherited(name)) continue;
      environment[name] = name.toUpperCase() === "PATH" ? absoluteFolders(value) : value;
    }
    return { ...environment, ...UNATTENDED, ...set, ...requested };
  };
}

function absoluteFolders(searchPath: string): string {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .join(path.delimiter);
}
