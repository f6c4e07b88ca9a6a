/** Names of variables that usually hold secrets, so that a command cannot print what the model must not see. */
export const SECRET_VARIABLES = ["*KEY*", "*SECRET*", "*TOKEN*", "*PASSWORD*", "*CREDENTIAL*"] as const;

/**
 * Variables through which something other than the command would run, or the command would mean something else. They are
 * never inherited; a host that wants one sets it.
 */
export const LOADER_VARIABLES = [
  // the dynamic linker and the C library
  "DYLD_*",
  "GCONV_PATH",
  "GLIBC_TUNABLES",
  "LD_*",
  // shells: files read at the start, and what changes how a command is read
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
  // interpreters: options and code run at the start
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
  // git: another repository than the one in the folder (a host may run within a hook), and programs that it runs
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

/** What a program needs to find its way, on every platform. */
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
 * Nothing may wait for a person: no prompt, no pager, no editor, no window that asks for a password, no colours to read
 * around. An editor that does nothing leaves what git proposes as it is, and an empty message stays a failed commit.
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
 * Variables that change what the programs read, run, print or connect to that only read; a command line with such a program runs
 * without them even where rules allow the rest of it. Sources: the manual of each program, section "Environment".
 */
export const PROGRAM_VARIABLES = [
  // ripgrep, grep, fd, bat, jq, tree: options and files of options
  "BAT_*",
  "FD_*",
  "GREP_*",
  "JQ_*",
  "RIPGREP_*",
  "TREE_*",
  // git: programs that it runs, files that it writes (GIT_TRACE=/a/file), other settings and repositories
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
  // interpreters that such programs bring along
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

/** What holds for a command that nobody was asked about, whatever the host set. */
export const UNASKED: Readonly<Record<string, string>> = {
  // Nothing is fetched for a clone that has only a part of its repository, which would run what its configuration says.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  // Not even the index of a repository is written: `git diff` refreshes it without that lock (git-config(1), diff.autoRefreshIndex).
  GIT_OPTIONAL_LOCKS: "0",
  ...gitSettings({ "diff.autoRefreshIndex": "false" }),
  // Windows looks into the current folder first.
  NoDefaultCurrentDirectoryInExePath: "1",
};

/**
 * Settings of git for a command line that only reads, so that the configuration of the repository does not run its programs: a
 * file system monitor, hooks, and the checker of signatures. Filters and text conversions have names of the repository's choice
 * and cannot be switched off like this.
 */
export const READ_ONLY_GIT: Readonly<Record<string, string>> = gitSettings({
  "diff.autoRefreshIndex": "false",
  "core.fsmonitor": "false",
  "core.hooksPath": process.platform === "win32" ? "NUL" : "/dev/null",
  "log.showSignature": "false",
});

/** Returns the variables by which git takes settings that win over those of every file, those of submodules included. */
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
