/**
 * Names of variables that usually contain secrets, excluded so that a command cannot print them to the model.
 */
export const SECRET_VARIABLES = ["*KEY*", "*SECRET*", "*TOKEN*", "*PASSWORD*", "*CREDENTIAL*"] as const;

/**
 * Variables that make other programs run or change the meaning of a command. They are never inherited; a host
 * that needs one sets it.
 */
export const LOADER_VARIABLES = [
  // the dynamic linker and the C library
  "DYLD_*",
  "GCONV_PATH",
  "GLIBC_TUNABLES",
  "LD_*",
  // shells: start-up files, and settings that change how a command is parsed
  "BASHOPTS",
  "BASH_COMPAT",
  "BASH_ENV",
  "BASH_FUNC_*",
  "BASH_LOADABLES_PATH",
  "BASH_XTRACEFD",
  "CDPATH",
  "ENV",
  "EXECIGNORE",
  "GLOBIGNORE",
  "IFS",
  "POSIXLY_CORRECT",
  "PROMPT_COMMAND",
  "PS4",
  "SHELLOPTS",
  "ZDOTDIR",
  // programs that a pager runs
  "LESSCLOSE",
  "LESSOPEN",
  // interpreters: options and code run at start-up
  "ELECTRON_RUN_AS_NODE",
  "JAVA_TOOL_OPTIONS",
  "JDK_JAVA_OPTIONS",
  "NODE_CHANNEL_*",
  "NODE_OPTIONS",
  "NODE_REPL_EXTERNAL_MODULE",
  "NODE_TEST_CONTEXT",
  "NODE_UNIQUE_ID",
  "PERL5DB",
  "PERL5OPT",
  "PYTHONBREAKPOINT",
  "PYTHONHOME",
  "PYTHONINSPECT",
  "PYTHONSTARTUP",
  "RUBYOPT",
  "VSCODE_INSPECTOR_OPTIONS",
  "_JAVA_OPTIONS",
  "npm_config_node_options",
  "npm_config_script_shell",
  // git: another repository than that of the folder (a host may run within a hook), and programs that git
  // runs
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG*",
  "GIT_DIR",
  "GIT_EXEC_PATH",
  "GIT_EXTERNAL_DIFF",
  "GIT_INDEX_FILE",
  "GIT_NAMESPACE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_PROXY_COMMAND",
  "GIT_TEMPLATE_DIR",
  "GIT_WORK_TREE",
] as const;

/** Variables that programs need in general, on every platform. */
export const CORE_VARIABLES = [
  "APPDATA",
  "COMSPEC",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "LANG",
  "LC_*",
  "LOCALAPPDATA",
  "LOGNAME",
  "PATH",
  "PATHEXT",
  "PROGRAMFILES*",
  "SHELL",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "USERNAME",
  "USERPROFILE",
] as const;

/**
 * Variables that a program needs to reach a service with the login of the user: its settings and tokens, the key ring, proxies and
 * certificates. Tokens are among them only if the host set them for commands. Source: `gh help environment`.
 */
export const ACCOUNT_VARIABLES = [
  "DBUS_SESSION_BUS_ADDRESS",
  "GH_CONFIG_DIR",
  "GH_ENTERPRISE_TOKEN",
  "GH_HOST",
  "GH_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "GITHUB_TOKEN",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_PROXY",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
] as const;

/**
 * Variables that keep programs from waiting for input: no prompt, no pager, no editor, no password dialog, no
 * colour codes. The no-op editor accepts what git proposes, and an empty message still fails a commit.
 */
export const UNATTENDED: Readonly<Record<string, string>> = {
  AWS_PAGER: "",
  DEBIAN_FRONTEND: "noninteractive",
  EDITOR: "true",
  GH_PROMPT_DISABLED: "1",
  GIT_ASKPASS: "",
  GIT_EDITOR: "true",
  GIT_PAGER: "cat",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  MANPAGER: "cat",
  NO_COLOR: "1",
  PAGER: "cat",
  PIP_NO_INPUT: "1",
  SSH_ASKPASS_REQUIRE: "never",
  SYSTEMD_PAGER: "cat",
  TERM: "dumb",
  VISUAL: "true",
};

/**
 * Variables that change what read-only programs read, run, print or connect to; a command line with such a
 * program runs without them even if rules allow the rest of it. Sources: the manual of each program, section
 * "Environment".
 */
export const PROGRAM_VARIABLES = [
  // ripgrep, grep, fd, bat, jq, tree: options and files of options
  "BAT_*",
  "FD_*",
  "GREP_*",
  "JQ_*",
  "RIPGREP_*",
  "TREE_*",
  // git: programs that it runs, files that it writes (GIT_TRACE=/a/file), and different settings and
  // repositories
  "GIT_*",
  // pagers, manuals and editors
  "BROWSER",
  "EXINIT",
  "LESS*",
  "LYNX_CFG",
  "MANOPT",
  "MANPATH",
  "MANROFFSEQ",
  "MORE",
  "VIMINIT",
  // interpreters that such programs contain
  "AWKLIBPATH",
  "AWKPATH",
  "GAWK_*",
  "LUA_*",
  "PERL5LIB",
  // the C library: other hosts, messages, locales and terminals
  "HOSTALIASES",
  "LOCALDOMAIN",
  "LOCPATH",
  "MAGIC",
  "NLSPATH",
  "RES_OPTIONS",
  "TERMCAP",
  "TERMINFO*",
] as const;

/** Variables of a command that runs without a question; they override the host's. */
export const UNASKED: Readonly<Record<string, string>> = {
  // A partial clone fetches no missing objects, which would run programs from its configuration.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  // Even the index of a repository is not written: `git diff` refreshes it without that lock (git-config(1),
  // diff.autoRefreshIndex).
  GIT_OPTIONAL_LOCKS: "0",
  ...gitSettings({ "diff.autoRefreshIndex": "false" }),
  // Windows searches the current folder first.
  NoDefaultCurrentDirectoryInExePath: "1",
};

/**
 * Settings of git for a read-only command line, so that the repository's configuration does not run its
 * programs: a file system monitor, hooks, and the signature checker. Filters and text conversions have names
 * chosen by the repository and cannot be disabled this way.
 */
export const READ_ONLY_GIT: Readonly<Record<string, string>> = gitSettings({
  "diff.autoRefreshIndex": "false",
  "core.fsmonitor": "false",
  "core.hooksPath": process.platform === "win32" ? "NUL" : "/dev/null",
  "log.showSignature": "false",
});

/**
 * Returns the variables that pass settings to git; they override those of every file, including those of
 * submodules.
 */
function gitSettings(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  return {
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}
