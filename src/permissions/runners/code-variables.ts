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

/** Variables whose value is a command. One that the text shows is examined; one that is only known at run time asks. */
const COMMAND_VARIABLES: readonly (readonly [names: string, source: string])[] = [
  ["PROMPT_COMMAND SHELL FCEDIT EDITOR VISUAL PAGER BROWSER", "bash(1), environ(7)"],
  [
    "GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND",
    "git(1)",
  ],
  ["SSH_ASKPASS", "ssh(1)"],
  ["SUDO_ASKPASS SUDO_EDITOR", "sudo(8)"],
  ["MANPAGER", "man(1)"],
  ["LESSEDIT", "less(1)"],
  ["BAT_PAGER DELTA_PAGER", "bat(1), delta(1)"],
  ["SYSTEMD_PAGER SYSTEMD_EDITOR", "systemctl(1)"],
  ["GH_EDITOR GH_PAGER GH_BROWSER GLAB_PAGER", "gh-environment(7), glab(1)"],
  ["AWS_PAGER KUBE_EDITOR KUBECTL_EXTERNAL_DIFF", "AWS CLI user guide; kubectl reference"],
  ["PSQL_PAGER PSQL_EDITOR MYSQL_PAGER", "psql(1)"],
  [
    "HGEDITOR HGMERGE SVN_EDITOR SVN_SSH SVN_MERGE CVS_RSH CVSEDITOR JJ_EDITOR",
    "hg(1), svn(1), cvs(1), jj(1)",
  ],
  ["RSYNC_RSH RSYNC_CONNECT_PROG TAR_RSH RSH", "rsync(1); GNU tar manual"],
  [
    "CC CXX CPP LD AS AR FC M4 YACC LEX MAKE RANLIB STRIP PKG_CONFIG",
    "GNU make manual, Variables used by implicit rules",
  ],
  [
    "RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC",
    "Cargo book, Environment variables",
  ],
  ["FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND", "fzf(1)"],
  ["npm_config_script_shell npm_config_editor npm_config_shell npm_config_git", "npm config documentation"],
];

/** Families of such variables: the values of git's settings, the runners and linkers of Cargo's targets. */
const COMMAND_FAMILIES = /^(?:GIT_CONFIG_VALUE_\d{1,9}|CARGO_TARGET_[A-Z0-9_]{1,64}_(?:RUNNER|LINKER))$/;

const COMMANDS_BY_NAME: ReadonlySet<string> = new Set(
  COMMAND_VARIABLES.flatMap(([names]) => names.split(" ")),
);

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
  ["FZF_DEFAULT_OPTS", /preview|bind|execute|become|reload/, "fzf(1)"],
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

/** Returns whether an assignment makes a program load code, or run a command that is only known at run time. */
export function bringsCode(name: string, value: string): boolean {
  if (CODE_VARIABLES.has(name)) return true;
  const examined = value.slice(0, MAX_VALUE_LENGTH);
  if (COMMANDS_BY_NAME.has(name) || COMMAND_FAMILIES.test(name)) {
    return value.length > MAX_VALUE_LENGTH || /[$`]/.test(examined);
  }
  return CODE_VALUES.get(name)?.test(examined) === true;
}

/** Variables that a shell runs, or that make it load code, when a built-in sets them by name: `printf -v PS4 x`. */
export const HOOK_VARIABLES: ReadonlySet<string> = new Set([
  ...CODE_VARIABLES,
  ...COMMANDS_BY_NAME,
  // bash(1), Shell variables
  ..."PS0 PS1 PS2 PS4 ENV".split(" "),
]);
