import { FILES, type ProgramTable, reads, WORDS } from "./program-table.js";

/** Programs that print files or parts of them. */
export const TEXT_FILES: readonly ProgramTable[] = [
  reads("cat", ["coreutils", "bsd"], {
    options: [
      {
        names:
          "-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank -t -T --show-tabs -u -v --show-nonprinting",
        value: "none",
      },
    ],
    operands: FILES,
  }),
  reads("tac", ["coreutils"], {
    options: [
      { names: "-b --before -r --regex", value: "none" },
      { names: "-s --separator", value: "required" },
    ],
    operands: FILES,
  }),
  reads("rev", ["utilLinux", "bsd"], {
    options: [{ names: "-0 --zero", value: "none" }],
    operands: FILES,
  }),
  reads("nl", ["coreutils", "bsd"], {
    options: [
      { names: "-p --no-renumber", value: "none" },
      {
        names:
          "-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment " +
          "-l --join-blank-lines -n --number-format -s --number-separator -v --starting-line-number -w --number-width",
        value: "required",
      },
    ],
    operands: FILES,
  }),
  reads("head", ["coreutils", "bsd"], {
    options: [
      { names: "-q --quiet --silent -v --verbose -z --zero-terminated", value: "none" },
      { names: "-c --bytes -n --lines", value: "required" },
    ],
    operands: FILES,
    counts: true,
  }),
  reads("tail", ["coreutils", "bsd"], {
    options: [
      { names: "-q --quiet --silent -v --verbose -z --zero-terminated", value: "none" },
      { names: "-r", value: "none", on: ["bsd", "macos"] },
      { names: "-b", value: "required", on: ["bsd", "macos"] },
      { names: "-c --bytes -n --lines", value: "required" },
      { names: "-f -F --retry", value: "none", asks: "it never ends" },
      { names: "--follow", value: "optional", asks: "it never ends" },
    ],
    operands: FILES,
    counts: true,
    note: "`tail +5 a` means line 5 of `a` in some versions and the files `+5` and `a` in others: both words are read as files.",
  }),
  reads("wc", ["coreutils", "bsd"], {
    options: [
      { names: "-c --bytes -m --chars -l --lines -L --max-line-length -w --words", value: "none" },
      { names: "--total", value: "attached" },
      {
        names: "--files0-from",
        value: "required",
        is: "file",
        operands: [],
        asks: "the names of the files that it reads are in a file",
      },
    ],
    operands: FILES,
  }),
  reads("cut", ["coreutils", "bsd"], {
    options: [
      { names: "-n -s --only-delimited -z --zero-terminated --complement", value: "none" },
      { names: "-w", value: "none", on: ["bsd", "macos"] },
      {
        names: "-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter",
        value: "required",
      },
    ],
    operands: FILES,
  }),
  reads("paste", ["coreutils", "bsd"], {
    options: [
      { names: "-s --serial -z --zero-terminated", value: "none" },
      { names: "-d --delimiters", value: "required" },
    ],
    operands: FILES,
  }),
  reads("stat", ["coreutils", "bsd"], {
    options: [
      { names: "-L --dereference --terse", value: "none" },
      { names: "--file-system", value: "none" },
      { names: "-c --format --printf", value: "required" },
      { names: "--cached", value: "attached" },
      { names: "-f -t", value: "none", on: ["gnu"] },
      {
        names: "-f -t",
        value: "required",
        on: ["bsd", "macos"],
        note: "Formats of the output and of times.",
      },
      { names: "-F -l -n -q -r -s -x", value: "none", on: ["bsd", "macos"] },
    ],
    operands: FILES,
  }),
  reads("sed", ["sed", "bsd"], {
    options: [
      { names: "-n --quiet --silent", value: "none" },
      {
        names: "-e --expression",
        value: "required",
        is: "pattern",
        accepts: "sed-edit",
        operands: FILES,
      },
      { names: "-E -r --regexp-extended -u --unbuffered -z --null-data", value: "none" },
    ],
    operands: [{ is: "pattern", accepts: "sed-edit" }, ...FILES],
    note: "Scripts may contain commands that run programs and write files; only forms such as `1,20p` and `s/a/b/g` are known.",
  }),
  reads("tr", ["coreutils", "bsd"], {
    options: [
      { names: "-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1 -u", value: "none" },
    ],
    operands: WORDS,
  }),
  reads("basename", ["coreutils", "bsd"], {
    options: [
      { names: "-a --multiple -z --zero", value: "none" },
      { names: "-s --suffix", value: "required" },
    ],
    operands: WORDS,
  }),
  reads("dirname", ["coreutils", "bsd"], {
    options: [{ names: "-z --zero", value: "none" }],
    operands: WORDS,
  }),
];
