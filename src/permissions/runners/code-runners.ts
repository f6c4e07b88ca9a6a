import { BUILD_CODE } from "./build-code.js";
import type { CodeRunner } from "./code-runner.js";
import { GIT_CODE } from "./git-configuration.js";
import { INTERPRETERS } from "./interpreters.js";

// Anchored, without adjacent repetitions: time is linear in the word.
const INLINE_PYTHON = /^-[bBdEhiIOPqRsStuvVWx?]{0,12}c|^(?:-m)?(?:timeit|pdb|idlelib|IPython)$/;
const INLINE_PERL = /^-[acdfilnpstTuUvwWxXACDIOS0-9]{0,12}(?:[eE]|[mM].)/;
const INLINE_RUBY = /^-[acdfilnpstTuUvwWxX0-9]{0,12}[eE]/;

/** One row for each program: a second one would replace the first. */
export const CODE_ROWS: readonly (readonly [programs: string, runner: CodeRunner])[] = [
  ["python python2 python3 pypy pypy3", { matches: INLINE_PYTHON, readsInput: true, source: "python(1)" }],
  ["perl", { matches: INLINE_PERL, readsInput: true, source: "perlrun(1)" }],
  ["ruby", { matches: INLINE_RUBY, readsInput: true, source: "ruby(1)" }],
  [
    "node nodejs deno bun tsx ts-node esno jiti coffee",
    {
      matches:
        /^(?:-[epr]|-pe|-ie|--eval|--print|eval$|repl$|data:|--require|--import|--loader|--experimental-loader|--experimental-config-file)/,
      readsInput: true,
      source: "node(1)",
    },
  ],
  ["php", { matches: /^(?:-[arRBEd]|--run|--interactive|--execute)/, readsInput: true, source: "php(1)" }],
  ["lua luajit", { matches: /^-[eli]/, readsInput: true, source: "lua(1)" }],
  [
    "r rscript julia ghci ocaml tclsh osascript elixir iex groovy scala jshell swift",
    { matches: /^(?:-e|-E|--eval|-eval)/, readsInput: true, source: "their manuals" },
  ],
  [
    "pwsh powershell",
    { matches: /^-(?:e|ec|en|enc[a-z]{0,16})$/i, source: "PowerShell documentation, about_Pwsh" },
  ],
  ["git hub", GIT_CODE],
  [
    "npm",
    {
      matches:
        /^(?:script-shell|node-options)(?:=|$)|^scripts\.|^--node-options(?:$|=(?:.{0,256}\s)?-(?:r|-require|-import|-loader|-experimental-loader))/,
      source: "npm config documentation; npm-pkg(1), set",
    },
  ],
  ["gh glab", { matches: /^(?:!|(?:pager|editor|browser)$)/, source: "gh-alias-set(1), gh-config-set(1)" }],
  ["psql", { matches: /\\[!gow]|\bprogram\b/i, readsInput: true, source: "psql(1), meta-commands; COPY" }],
  [
    "sqlite3",
    {
      matches: /(?:^|\n)\s{0,8}\.(?:sh|sy|on|ou|ex|ed|im|re|lo)[a-z]{0,16}(?:\s|$)|load_extension|^-init/,
      readsInput: true,
      source: "Command line shell for SQLite",
    },
  ],
  [
    "mysql mariadb",
    {
      matches: /\\[!P]|(?:^|[;\n])\s{0,8}(?:system|pager|source)\b|^--(?:pager|init-command)/i,
      readsInput: true,
      source: "MySQL manual, mysql client commands",
    },
  ],
  [
    "tex latex pdftex pdflatex xelatex lualatex latexmk",
    { matches: /shell-escape|write18|^-e$/, source: "web2c manual" },
  ],
  ["dc", { matches: /!/, readsInput: true, source: "dc(1)" }],
  ["rake ghc", { matches: /^-[eEpP]/, source: "rake(1), GHC user guide, -e" }],
  [
    "mongosh mongo",
    { matches: /^(?:--eval|-f|--file)/, readsInput: true, source: "mongosh documentation, Options" },
  ],
  ["zip", { matches: /^-[a-zA-Z]{1,16}TT/, source: "zip(1), --unzip-command" }],
  ["openssl", { matches: /^(?:engine|-engine|-provider|-provider-path)$/, source: "openssl(1)" }],
  ["nmap", { matches: /^--script/, source: "nmap(1)" }],
  ["ssh scp sftp mosh autossh", { matches: /^-[FbI]/, source: "ssh(1), ssh_config(5), sftp(1)" }],
  ["newgrp", { matches: /^/, source: "newgrp(1): starts a shell" }],
  [
    "awk gawk mawk nawk",
    { matches: /system|getline|\||@load|@[a-zA-Z_]|^-l|^--load/, source: "gawk manual, I/O functions" },
  ],
  [
    "vi vim view vimdiff nvim gvim",
    { matches: /^(?:\+.|-c|--cmd|-S|-s|-u|--remote-(?:expr|send))/, source: "vim(1)" },
  ],
  [
    "emacs emacsclient",
    { matches: /^(?:--eval|-eval|-e|--execute|-l|--load|-f|--funcall|--script)/, source: "emacs(1)" },
  ],
  [
    "gdb",
    { matches: /^(?:-ex|--ex|-x|--command|--eval-command|-eval-command|-ix|-iex|--init)/, source: "gdb(1)" },
  ],
  ["lldb", { matches: /^(?:-[oOsS]|--one-line|--source)/, source: "lldb(1)" }],
  ["expect", { matches: /^-[cf]/, readsInput: true, source: "expect(1)" }],
  ["less more", { matches: /^(?:\+|-k|--lesskey)/, source: "less(1), more(1)" }],
  ["man", { matches: /^(?:-C|--config-file)/, source: "man(1)" }],
  [
    "make gmake",
    {
      matches: /^(?:-[a-zA-Z]{0,16}f-|-E|--ev|--file=-|--makefile=-|\.SHELLFLAGS=|(?:GNU)?MAKEFLAGS=)|\$[({]/,
      source: "GNU make manual, Summary of options",
    },
  ],
  ["bash sh zsh ksh dash", { matches: /^(?:--rcfile|--init-file)/, source: "bash(1)" }],
  ["hash", { matches: /^-p/, source: "bash(1)" }],
  ["enable", { matches: /^-f/, source: "bash(1)" }],
  ["bind", { matches: /^-[xf]|:/, source: "bash(1)" }],
  ["fc history", { matches: /^-[es]/, source: "bash(1)" }],
  ["ed red ex", { matches: /^/, readsInput: true, source: "ed(1), ex(1p)" }],
  ["crontab at batch", { matches: /^/, readsInput: true, source: "crontab(1)" }],
  ["xargs parallel sem", { matches: /^(?:-a|--arg-file)/, source: "xargs(1)" }],
  ["run-parts", { matches: /^/, source: "run-parts(8)" }],
  ["scriptlive", { matches: /^/, source: "scriptlive(1): runs the recorded commands" }],
  ...BUILD_CODE,
  ...INTERPRETERS,
];

/** The programs that run code given in their words, by name. */
export const CODE_RUNNERS: ReadonlyMap<string, CodeRunner> = new Map(
  CODE_ROWS.flatMap(([programs, runner]) => programs.split(" ").map((name) => [name, runner] as const)),
);
