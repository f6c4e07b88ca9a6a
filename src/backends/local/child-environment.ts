/** What children of the shell see of this process's environment. */
export interface EnvironmentOptions {
  /**
   * `all`: every variable that is not left out; `core`: only what a program needs to find its way (`PATH`, `HOME` ...);
   * `none`: nothing but `set`. Default `all`.
   */
  readonly inherit?: "all" | "core" | "none";
  /** Names left out, `*` stands for anything, case does not count. Default: {@link SECRET_VARIABLES}. */
  readonly exclude?: readonly string[];
  /** Variables set on top. */
  readonly set?: Readonly<Record<string, string>>;
}

/** Names of variables that usually hold secrets, so that a command cannot print what the model must not see. */
export const SECRET_VARIABLES = ["*KEY*", "*SECRET*", "*TOKEN*", "*PASSWORD*", "*CREDENTIAL*"] as const;

/**
 * Variables through which something other than the command would run, or the command would mean something else: never
 * handed on.
 */
const LOADER_VARIABLES = [
  "BASH_ENV",
  "BASH_FUNC_*",
  "BASHOPTS",
  "CDPATH",
  "DYLD_*",
  "ENV",
  "GLOBIGNORE",
  "IFS",
  "LD_*",
  "LESSOPEN",
  "LESSCLOSE",
  "NODE_OPTIONS",
  "NODE_TEST_CONTEXT",
  "PERL5DB",
  "PERL5OPT",
  "PROMPT_COMMAND",
  "PS4",
  "PYTHONSTARTUP",
  "RUBYOPT",
  "SHELLOPTS",
];

const CORE_VARIABLES = [
  "HOME",
  "LANG",
  "LC_*",
  "LOGNAME",
  "PATH",
  "SHELL",
  "SYSTEMROOT",
  "TMPDIR",
  "TEMP",
  "TMP",
  "TZ",
  "USER",
];

/** Nothing may wait for a person: no prompt, no pager, no colours to read around. */
const UNATTENDED: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  PAGER: "cat",
  TERM: "dumb",
  NO_COLOR: "1",
};

/**
 * The environment of one command: what is inherited, then what keeps it unattended, then what the host and the call set.
 *
 * @param inherited - the environment of this process
 * @param requested - variables of this one call
 */
export function childEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  options: EnvironmentOptions = {},
  requested: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { inherit = "all", exclude = SECRET_VARIABLES, set = {} } = options;
  const excluded = nameMatcher([...exclude, ...LOADER_VARIABLES]);
  const included = inherit === "core" ? nameMatcher(CORE_VARIABLES) : () => inherit === "all";
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && included(name) && !excluded(name)) environment[name] = value;
  }
  return { ...environment, ...UNATTENDED, ...set, ...requested };
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const alternatives = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*"),
  );
  const expression = new RegExp(`^(?:${alternatives.join("|")})$`, "is");
  return (name) => expression.test(name);
}
