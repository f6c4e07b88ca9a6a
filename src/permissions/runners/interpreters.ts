import type { CodeRunner } from "./code-runner.js";

const NEVER = /(?!)/;

/** Interpreters that agents rarely start, by the option that contains code. */
export const INTERPRETERS: readonly (readonly [programs: string, runner: CodeRunner])[] = [
  ["guile", { matches: /^-[cels]/, readsInput: true, source: "Guile reference manual, Invoking Guile" }],
  ["racket", { matches: /^-[A-Za-z]{0,16}[efrtlm]/, readsInput: true, source: "Racket reference, racket" }],
  [
    "sbcl ecl ccl clisp abcl mit-scheme scheme gosh csi gsi chibi-scheme",
    { matches: /^(?:--?(?:eval|load|script|x|e|i|r)|-[eilrx])/, readsInput: true, source: "their manuals" },
  ],
  [
    "clojure clj bb lein",
    { matches: /^(?:-[a-zA-Z]{0,8}[eim]|--eval|--init)/, readsInput: true, source: "Clojure documentation" },
  ],
  ["janet fennel hy", { matches: /^(?:-[ecl]|--eval|--compile)/, readsInput: true, source: "their manuals" }],
  ["raku perl6", { matches: /^-[a-zA-Z]{0,12}e/, readsInput: true, source: "raku(1)" }],
  [
    "octave octave-cli scilab scilab-cli maxima gp sage gnuplot matlab wolframscript",
    {
      matches: /^(?:-[eEcr]|--eval|--execute|--batch-string|--run-string|-code|-batch)/,
      readsInput: true,
      source: "their manuals",
    },
  ],
  [
    "gjs qjs qjsm d8 jsc jjs rhino txiki tjs zx",
    { matches: /^(?:-[ec]|--eval|--command)/, readsInput: true, source: "their manuals" },
  ],
  [
    "ipython ipython3 jython micropython bpython ptpython xonsh irb pry jruby",
    { matches: /^-[a-zA-Z]{0,12}[ce]/, readsInput: true, source: "their manuals" },
  ],
  [
    "swipl gprolog yap scryer-prolog tarantool",
    { matches: /^(?:-[egt]|--goal|--init-goal|--query-goal)/, readsInput: true, source: "their manuals" },
  ],
  ["crystal nim v", { matches: /^(?:eval|e|-e|--eval)/, source: "their manuals" }],
  ["tcc", { matches: /^-(?:run)?$/, source: "tcc(1)" }],
  ["gforth", { matches: /^(?:-e|--evaluate)/, readsInput: true, source: "Gforth manual, Invoking Gforth" }],
  ["bpftrace dtrace stap", { matches: /^-[en]/, source: "bpftrace(8), dtrace(1), stap(1)" }],
  ["r2 radare2 rizin", { matches: /^-[ciq]/, readsInput: true, source: "radare2(1)" }],
  ["kak", { matches: /^-[epf]/, source: "kakoune(1)" }],
  ["mlr", { matches: /\bsystem\b|\bexec\b|\|/, source: "Miller documentation, system and exec" }],
  [
    "duckdb",
    { matches: /^-(?:c|s|cmd|init)|\.sh|\.sy/, readsInput: true, source: "DuckDB documentation, CLI" },
  ],
  [
    "usql pgcli mycli litecli",
    { matches: /\\!|\\[gow]|\bsystem\b/, readsInput: true, source: "their manuals" },
  ],
  ["lftp", { matches: /!/, readsInput: true, source: "lftp(1)" }],
  // With a host too it runs the lines of its input that begin with `!`.
  ["ftp tnftp", { matches: /^/, readsInput: true, source: "ftp(1)" }],
  ["telnet", { matches: NEVER, readsInput: true, source: "telnet(1): without a host it reads commands" }],
  ["mail mailx s-nail", { matches: /^-[a-zA-Z]{0,8}[~X]/, source: "s-nail(1), -~ and -X" }],
  ["ranger weechat", { matches: /^(?:--cmd|-r|--run-command)/, source: "ranger(1), weechat(1)" }],
  ["blender", { matches: /^(?:--python|-P)/, source: "Blender manual, Command line arguments" }],
  ["gimp", { matches: /^(?:-b|--batch)/, source: "gimp(1)" }],
  ["mutt neomutt", { matches: /^-[eF]/, source: "neomutt(1)" }],
];
