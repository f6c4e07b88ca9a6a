import * as path from "node:path";
import { type KeysOf, requireKnownKeys, requireKnownValue } from "../../../../values/index.js";
import { CORE_VARIABLES, LOADER_VARIABLES, SECRET_VARIABLES, UNATTENDED } from "./variable-names.js";

/** Environment variables visible to children of the shell. */
export interface EnvironmentOptions {
  /**
   * `all`: every variable that is not excluded; `core`: only those that programs need in general (`PATH`,
   * `HOME` ...); `none`: only `set`. Default `all`.
   */
  readonly inherit?: "all" | "core" | "none";
  /** Excluded names; `*` matches anything, case is ignored. Default: {@link SECRET_VARIABLES}. */
  readonly exclude?: readonly string[];
  /** Additional variables; `exclude` does not apply to them. */
  readonly set?: Readonly<Record<string, string>>;
}

const ENVIRONMENT_OPTION_NAMES = {
  inherit: true,
  exclude: true,
  set: true,
} as const satisfies KeysOf<EnvironmentOptions>;

/** Creates the environment of one command. */
export type EnvironmentMaker = (
  /** The environment of this process. */
  inherited: Readonly<Record<string, string | undefined>>,
  /** Variables of this call only. */
  requested?: Readonly<Record<string, string>>,
) => Record<string, string>;

/**
 * Creates the function that builds environments: inherited variables, then those that prevent prompts, then
 * those of the host and the call.
 *
 * Only absolute folders of an inherited `PATH` are kept: with a relative one, `ls` would mean a program of
 * whatever folder the command runs in.
 */
export function createEnvironmentMaker(options: EnvironmentOptions = {}): EnvironmentMaker {
  requireKnownKeys("environment", options, ENVIRONMENT_OPTION_NAMES);
  const { inherit = "all", exclude = SECRET_VARIABLES, set = {} } = options;
  requireKnownValue("environment.inherit", inherit, ["all", "core", "none"]);
  const excluded = nameMatcher([...exclude, ...LOADER_VARIABLES]);
  const included = inherit === "core" ? nameMatcher(CORE_VARIABLES) : () => inherit === "all";
  // The names hardly change between commands, and matching them costs more than the rest.
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

/**
 * Creates a test whether a name matches one of the patterns, in which `*` matches anything; case is ignored.
 */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*"),
  );
  const expression = new RegExp(`^(?:${alternatives.join("|")})$`, "is");
  return (name) => expression.test(name);
}
