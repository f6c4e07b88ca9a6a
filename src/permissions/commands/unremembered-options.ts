import { bareName } from "../wrappers/index.js";

/** Options with which a program runs other programs, reads other configuration, or writes files that the option names. */
interface UnrememberedOptions {
  /** Long options without separators and in lower case: `--global-setup` is `globalsetup`. */
  readonly long?: string;
  /** Short options, one letter each. */
  readonly short?: string;
  readonly source: string;
}

/** Long options that have such a meaning in any program. */
const EVERYWHERE =
  "exec execpath execarg execargv toolexec vettool command filter plugin plugins plugindir output outputfile outputdir outputdirectory " +
  "outfile outdir out uploadpack receivepack extdiff textconv openfilesinpager config configfile configpath configenv configsettings " +
  "rcfile initfile initscript prefix cwd chdir directory workingdir projectdir project rootdir root manifestpath targetdir " +
  "artifactdir gitdir worktree file makefile script scriptshell nodeoptions require import loader pre tocommand checkpointaction " +
  "usecompressprogram rsh shell eval target runner wrapper userconfig globalconfig registry index indexurl extraindexurl logfile " +
  "template editor pager interpreter python pythonexecutable settings toolchain";

const LISTS: readonly (readonly [programs: string, options: UnrememberedOptions])[] = [
  [
    "git",
    {
      long: "extcmd smtpserver tocmd cccmd sendmailcmd separategitdir reference recursesubmodules",
      short: "O",
      source: "manuals of the commands of git",
    },
  ],
  [
    "npm pnpm yarn bun",
    {
      long: "call dir ignorescripts modulesfolder",
      short: "Cc",
      source: "npm-config(7), pnpm and Yarn documentation",
    },
  ],
  ["cargo rustup", { long: "outdir", short: "ZC", source: "Cargo book" }],
  [
    "go",
    {
      long: "o c overlay modfile ldflags gcflags asmflags gccgoflags compiler pkgdir coverprofile cpuprofile memprofile blockprofile mutexprofile trace",
      source: "go command documentation",
    },
  ],
  [
    "pip pip3 uv poetry conda",
    { long: "src editable globaloption buildoption findlinks", short: "tief", source: "pip documentation" },
  ],
  [
    "gradle",
    {
      long: "includebuild buildfile settingsfile",
      short: "IpbcD",
      source: "Gradle user manual, Command-line interface",
    },
  ],
  ["mvn", { long: "globalsettings toolchains", short: "fslDt", source: "Maven documentation, mvn options" }],
  ["dotnet", { long: "property", short: "op", source: ".NET documentation, dotnet" }],
  [
    "pytest tox",
    {
      long: "confcutdir overrideini pdb pdbcls basetemp junitxml importmode resultlog trace workdir",
      short: "pco",
      source: "pytest documentation, Command-line flags",
    },
  ],
  [
    "eslint",
    {
      long: "rulesdir parser resolvepluginsrelativeto format fix cachefile cachelocation",
      short: "cfo",
      source: "ESLint documentation, Command line interface",
    },
  ],
  ["prettier", { long: "write cachelocation", short: "w", source: "Prettier documentation, CLI" }],
  [
    "tsc",
    {
      long: "build declarationdir tsbuildinfofile generatetrace generatecpuprofile",
      short: "pb",
      source: "TypeScript documentation, tsc CLI options",
    },
  ],
  [
    "vitest jest",
    {
      long: "globalsetup globalteardown setupfiles setupfilesafterenv reporter reporters testenvironment environment transform dir testrunner resolver",
      short: "cr",
      source: "Vitest and Jest documentation, CLI",
    },
  ],
  [
    "ruff mypy black",
    {
      long: "fix cachedir installtypes shadowfile htmlreport xmlreport txtreport linecountreport",
      short: "co",
      source: "Ruff, mypy and Black documentation",
    },
  ],
  [
    "terraform pulumi helm",
    { long: "varfile postrenderer cloneconfig", source: "Terraform CLI, Helm documentation" },
  ],
  [
    "cmake bazel nx turbo",
    { long: "rununder workspacestatuscommand bazelrc", short: "PEDGC", source: "cmake(1), Bazel reference" },
  ],
  [
    "bundle gem rails rake mix composer",
    { long: "rakefile gemfile libdir", short: "rfIde", source: "rake(1), Composer documentation" },
  ],
  ["brew apt apt-get systemctl", { long: "option", short: "oc", source: "apt.conf(5)" }],
  [
    "aws gcloud az gh",
    { long: "endpointurl cliinputjson cliinputyaml hostname", source: "AWS CLI documentation" },
  ],
];

const EVERYWHERE_SET = EVERYWHERE.split(" ");
const BY_PROGRAM: ReadonlyMap<string, { readonly long: readonly string[]; readonly short: string }> = new Map(
  LISTS.flatMap(([programs, { long = "", short = "" }]) =>
    programs
      .split(" ")
      .map(
        (program) =>
          [program, { long: [...EVERYWHERE_SET, ...long.split(" ").filter(Boolean)], short }] as const,
      ),
  ),
);
const OTHERS = { long: EVERYWHERE_SET, short: "" };

/** GNU programs and git accept a prefix of a long option; shorter ones are hardly ever unique. */
const MIN_ABBREVIATION = 2;

/**
 * Returns the words of a command that a rule for its first words must not cover, because with them the program runs
 * or writes something that the rule does not name.
 */
export function unrememberedWords(words: readonly string[]): readonly string[] {
  const { long, short } = BY_PROGRAM.get(bareName(words[0] ?? "")) ?? OTHERS;
  return words.slice(1).filter((word) => {
    if (!word.startsWith("-") || word.length < 2) return false;
    const [option = ""] = word.split("=", 1);
    const name = option.replace(/[-_.]/g, "").toLowerCase();
    const isDouble = word.startsWith("--");
    const isLong =
      long.includes(name) ||
      // `--no-ext-diff` switches something off.
      (isDouble && name.length >= MIN_ABBREVIATION && long.some((each) => each.startsWith(name)));
    if (isLong && (isDouble || option.length > 2 || name === "o" || name === "c")) return true;
    return (
      !isDouble &&
      [...(/^[A-Za-z]{1,32}/.exec(word.slice(1))?.[0] ?? "")].some((letter) => short.includes(letter))
    );
  });
}

/**
 * Returns whether a rule that allows `git grep *` covers a command. Its wildcard does not cover options with which the
 * program runs something else, unless the pattern itself contains them. A pattern for every action of a program with
 * subcommands (`git *`) covers them.
 */
export function coversOptions(pattern: string, words: readonly string[]): boolean {
  if (!pattern.endsWith("*")) return true;
  const named = pattern.trim().split(/\s+/);
  const [program = ""] = named;
  if (program.includes("*")) return true;
  const namesOptionsOnly = OPTIONS_ONLY_PROGRAMS.has(program);
  if (named.length < 3 && !namesOptionsOnly) return true;
  return unrememberedWords(words).every((word) => named.includes(word));
}

/** Tools that take files and options and have the same effect with any of them: a rule for them has only their name. */
export const OPTIONS_ONLY_PROGRAMS: ReadonlySet<string> = new Set(
  "pytest tox eslint prettier tsc vitest jest ruff mypy black".split(" "),
);
