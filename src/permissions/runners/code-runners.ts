/** Words with which a program runs code that nobody can look into as if it were a command. */
export interface CodeRunner {
  readonly matches: RegExp;
  readonly source: string;
}

// Anchored, and no two repetitions stand next to each other: time is linear in the word.
const INLINE_PYTHON = /^-[bBdEhiIOqsSuvVWx]{0,12}c/;
const INLINE_PERL = /^-[acdfilnpstTuUvwWxX0-9]{0,12}[eE]/;
// The `e` command of GNU sed behind an address, and the flag `e` of its `s`.
const SED_RUNS =
  /^(?:[\d$,~+!{]{0,32}|\/[^/]{0,200}\/)(?:e(?:\s|$)|s([^\w\s]).*\1[gpiImM\d]{0,8}e[gpiImM\d]{0,8}(?:$|[\s;}]))|[;\n{}]\s{0,8}\d{0,9}e(?:\s|$)/s;

const RUNNERS: readonly (readonly [programs: string, runner: CodeRunner])[] = [
  ["python python2 python3 pypy pypy3", { matches: INLINE_PYTHON, source: "python(1)" }],
  ["perl", { matches: INLINE_PERL, source: "perlrun(1)" }],
  ["ruby", { matches: INLINE_PERL, source: "ruby(1)" }],
  [
    "node nodejs deno bun tsx ts-node",
    { matches: /^(?:-[epr]|-pe|--eval|--print|eval|--require|--import)/, source: "node(1)" },
  ],
  ["php", { matches: /^(?:-[rRBEd]|--run)/, source: "php(1)" }],
  ["lua luajit", { matches: /^-[el]/, source: "lua(1)" }],
  [
    "r rscript julia ghci ocaml tclsh osascript elixir erl groovy scala jshell swift",
    { matches: /^(?:-e|-E|--eval|-eval)/, source: "their manuals" },
  ],
  [
    "awk gawk mawk nawk",
    { matches: /system|getline|\||@load|^-l|^--load/, source: "gawk manual, I/O functions" },
  ],
  ["sed gsed", { matches: SED_RUNS, source: "GNU sed manual, Commands specific to GNU sed" }],
  ["vi vim view vimdiff nvim ex gvim", { matches: /^(?:\+.|-c|--cmd|-S|-s|-u)/, source: "vim(1)" }],
  [
    "emacs emacsclient",
    { matches: /^(?:--eval|-eval|-e|--execute|-l|--load|-f|--funcall|--script)/, source: "emacs(1)" },
  ],
  [
    "gdb",
    { matches: /^(?:-ex|--ex|-x|--command|--eval-command|-eval-command|-ix|-iex|--init)/, source: "gdb(1)" },
  ],
  ["lldb", { matches: /^(?:-[oOsS]|--one-line|--source)/, source: "lldb(1)" }],
  ["expect", { matches: /^-c/, source: "expect(1)" }],
  ["less", { matches: /^\+/, source: "less(1)" }],
  [
    "make gmake",
    { matches: /^(?:-f-|--eval|--file=-|--makefile=-)/, source: "GNU make manual, Summary of options" },
  ],
  ["bash sh zsh ksh dash", { matches: /^(?:--rcfile|--init-file)/, source: "bash(1)" }],
  ["hash", { matches: /^-p/, source: "bash(1)" }],
  ["enable", { matches: /^-f/, source: "bash(1)" }],
  ["bind", { matches: /^-x/, source: "bash(1)" }],
  ["fc history", { matches: /^-[es]/, source: "bash(1)" }],
  ["ed red", { matches: /^/, source: "ed(1)" }],
  ["crontab at batch", { matches: /^/, source: "crontab(1)" }],
  ["xargs parallel sem", { matches: /^(?:-a|--arg-file)/, source: "xargs(1)" }],
  ["run-parts", { matches: /^/, source: "run-parts(8)" }],
];

/** The programs that run code given in their words, by name. */
export const CODE_RUNNERS: ReadonlyMap<string, CodeRunner> = new Map(
  RUNNERS.flatMap(([programs, runner]) => programs.split(" ").map((name) => [name, runner] as const)),
);

/**
 * Variables that make a program load code before it does anything else. `PATH`, `ENV`, `NODE_OPTIONS` and search paths of libraries are
 * left out: builds set them all the time, and they choose between programs that a rule about commands does not look into anyway.
 */
export const CODE_VARIABLES: ReadonlySet<string> = new Set(
  // bash(1); zsh(1); ld.so(8), dyld(1); python(1); perlrun(1); ruby(1); git(1); less(1); vim(1); lua(1)
  (
    "BASH_ENV SHELLOPTS BASHOPTS ZDOTDIR LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONSTARTUP PERL5OPT PERL5DB RUBYOPT " +
    "GIT_EXEC_PATH LESSOPEN LESSCLOSE VIMINIT EXINIT LUA_INIT"
  ).split(" "),
);
