/** Variables whose value is code or names a file of code, with the manual that documents it. */
const VARIABLES: readonly (readonly [names: string, source: string])[] = [
  ["BASH_ENV SHELLOPTS BASHOPTS BASH_LOADABLES_PATH", "bash(1)"],
  ["ZDOTDIR FPATH", "zshparam(1)"],
  ["LD_PRELOAD LD_AUDIT", "ld.so(8)"],
  ["DYLD_INSERT_LIBRARIES", "dyld(1)"],
  ["GCONV_PATH", "iconv(3)"],
  ["OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES", "openssl-env(7)"],
  ["PYTHONSTARTUP PYTHONBREAKPOINT PYTHONHOME PYTHONINSPECT", "python(1)"],
  ["PYTEST_PLUGINS", "pytest documentation, Environment Variables"],
  ["PERL5OPT PERL5DB PERL5SHELL", "perlrun(1)"],
  ["RUBYOPT", "ruby(1)"],
  ["LUA_INIT", "lua(1)"],
  [
    "NODE_REPL_EXTERNAL_MODULE ELECTRON_RUN_AS_NODE",
    "Node.js and Electron documentation, Environment variables",
  ],
  [
    "DOTNET_STARTUP_HOOKS CORECLR_PROFILER CORECLR_PROFILER_PATH",
    ".NET documentation, Startup hooks, Profiling",
  ],
  ["R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER", "R documentation, Startup"],
  ["GIT_EXEC_PATH GIT_CONFIG_PARAMETERS GIT_TEMPLATE_DIR", "git(1)"],
  ["LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_SYSTEM LESSKEY_CONTENT", "less(1), lesskey(1)"],
  ["VIMINIT EXINIT GVIMINIT VIMRUNTIME", "Vim help, startup"],
  ["EMACSLOADPATH", "GNU Emacs manual, General Variables"],
  ["SCREENRC SYSSCREENRC", "screen(1)"],
  ["RIPGREP_CONFIG_PATH", "rg(1)"],
  ["WGETRC", "wget(1)"],
  ["HGRCPATH", "hg(1)"],
  ["PSQLRC", "psql(1)"],
  ["MAKEFILES", "GNU make manual, The variable MAKEFILES"],
];

const NODE_CODE = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)/;

/** Variables that ordinary commands set too: only values that match bring code. */
const VALUES: readonly (readonly [name: string, brings: RegExp, source: string])[] = [
  ["ENV", /\//, "sh(1p), ENV"],
  ["NODE_OPTIONS", NODE_CODE, "node(1)"],
  ["MAKEFLAGS", /eval|\$|^-?[a-zA-Z]{0,16}f/, "GNU make manual, Communicating options"],
  ["GNUMAKEFLAGS", /eval|\$|^-?[a-zA-Z]{0,16}f/, "GNU make manual, Communicating options"],
  ["npm_config_node_options", NODE_CODE, "npm config documentation, node-options"],
  [
    "BUN_OPTIONS",
    /(?:^|\s)(?:-r|--preload|--require|--import|-e|--eval|-p)/,
    "Bun documentation, BUN_OPTIONS",
  ],
  // A category with a dot is in a module, which Python imports: `all:0:antigravity.x:0:0` starts BROWSER.
  ["PYTHONWARNINGS", /\./, "python(1)"],
  ["PYTEST_ADDOPTS", /-p/, "pytest documentation, Command-line flags"],
  ["GOFLAGS", /exec|vettool|overlay/, "go command documentation, Environment variables"],
  ["TAR_OPTIONS", /command|action|program|script|-I|-F/, "GNU tar manual, TAR_OPTIONS"],
  ["ZIPOPT", /-[a-zA-Z]{0,16}TT|--unzip/, "zip(1)"],
  ["LESS", /\+|-k|--lesskey/, "less(1)"],
  ...["ERL_FLAGS", "ERL_AFLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS"].map((name): [string, RegExp, string] => [
    name,
    /-(?:eval|run|s|pa|pz|init_debug|boot)\b/,
    "erl(1)",
  ]),
  ...["GRADLE_OPTS", "MAVEN_OPTS", "ANT_OPTS", "SBT_OPTS", "JAVA_OPTS"].map(
    (name): [string, RegExp, string] => [
      name,
      /-javaagent|-agent/,
      "JVM Tool Interface; manuals of the build tools",
    ],
  ),
  ["JAVA_TOOL_OPTIONS", /-javaagent|-agent/, "JVM Tool Interface, JAVA_TOOL_OPTIONS"],
  ["JDK_JAVA_OPTIONS", /-javaagent|-agent|@/, "java(1)"],
  ["_JAVA_OPTIONS", /-javaagent|-agent/, "java(1)"],
  ["GIT_CONFIG_GLOBAL", /^(?!\/dev\/null$)./, "git(1)"],
  ["GIT_CONFIG_SYSTEM", /^(?!\/dev\/null$)./, "git(1)"],
];

/**
 * Variables that make a program load code before it does anything else, whatever their value. `PATH` and library search
 * paths are omitted: builds set them all the time, and they choose between programs that rules about commands do not examine.
 */
const CODE_VARIABLES: ReadonlySet<string> = new Set(VARIABLES.flatMap(([names]) => names.split(" ")));

const CODE_VALUES: ReadonlyMap<string, RegExp> = new Map(VALUES.map(([name, brings]) => [name, brings]));

/** Maximum number of characters of a value that are examined. */
const MAX_VALUE_LENGTH = 1_024;

/** Returns whether an assignment makes a program load code. */
export function bringsCode(name: string, value: string): boolean {
  return CODE_VARIABLES.has(name) || CODE_VALUES.get(name)?.test(value.slice(0, MAX_VALUE_LENGTH)) === true;
}

/** Variables that a shell runs, or that make it load code, when a built-in sets them by name: `printf -v PS4 x`. */
export const HOOK_VARIABLES: ReadonlySet<string> = new Set([
  ...CODE_VARIABLES,
  // bash(1), Shell variables
  ..."PROMPT_COMMAND PS0 PS1 PS2 PS4 ENV".split(" "),
]);
