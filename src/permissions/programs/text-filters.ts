import { FILES, type ProgramTable, reads } from "./program-table.js";

/** Programs that sort, select or transform text. */
export const TEXT_FILTERS: readonly ProgramTable[] = [
  reads("sort", ["coreutils", "bsd"], {
    options: [
      {
        names:
          "-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -h --human-numeric-sort -i " +
          "--ignore-nonprinting -m --merge -M --month-sort -n --numeric-sort -r --reverse -R --random-sort -s --stable -u --unique -V " +
          "--version-sort -z --zero-terminated -c -C",
        value: "none",
      },
      { names: "-k --key -t --field-separator", value: "required" },
      { names: "-S --buffer-size --parallel --batch-size", value: "required" },
      { names: "--check", value: "optional" },
      { names: "--sort", value: "attached" },
      { names: "-o --output", value: "required", is: "output", asks: "it writes a file" },
      { names: "-T --temporary-directory", value: "required", is: "output", asks: "it writes files there" },
      { names: "--compress-program", value: "required", is: "command", asks: "it runs a program" },
      { names: "--random-source", value: "required", is: "file", asks: "it reads another file" },
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
  reads("uniq", ["coreutils", "bsd"], {
    options: [
      {
        names: "-c --count -d --repeated -i --ignore-case -u --unique -z --zero-terminated",
        value: "none",
      },
      { names: "-D", value: "none", on: ["gnu"] },
      { names: "-D", value: "optional", on: ["bsd", "macos"] },
      { names: "-f --skip-fields -s --skip-chars -w --check-chars", value: "required" },
      { names: "--all-repeated --group", value: "optional" },
    ],
    operands: [{ is: "file", count: "optional" }],
    note: "A second operand is the file that it writes.",
  }),
  reads("jq", ["jq"], {
    style: "anywhere",
    options: [
      {
        names:
          "-r --raw-output -j --join-output -a --ascii-output -c --compact-output -C --color-output -M --monochrome-output -S " +
          "--sort-keys -n --null-input -R --raw-input -s --slurp -e --exit-status --tab --unbuffered --seq --stream",
        value: "none",
      },
      { names: "--indent", value: "required" },
    ],
    operands: [{ is: "pattern", accepts: "jq-filter" }, ...FILES],
    note: "Options with two values (`--arg a b`, `--slurpfile a file`) are not listed. Modules are files that the filter names.",
  }),
  reads("awk gawk mawk nawk", ["gawk", "posix", "bsd"], {
    style: "first",
    options: [{ names: "-F -v", value: "required" }],
    operands: [{ is: "pattern", accepts: "awk-program" }, ...FILES],
    note: "Programs may write files, run commands and read files that they name; only those without such words are known.",
  }),
  reads("column", ["utilLinux", "bsd"], {
    options: [
      { names: "-t --table -x --fillrows", value: "none" },
      { names: "-s --separator -c --output-width -o --output-separator", value: "required" },
    ],
    operands: FILES,
  }),
  reads("base64", ["coreutils", "bsd"], {
    options: [
      { names: "-d --decode --ignore-garbage", value: "none" },
      { names: "-D", value: "none", on: ["bsd", "macos"] },
      { names: "-w --wrap", value: "required", on: ["gnu"] },
      { names: "-b --break", value: "required", on: ["bsd", "macos"] },
      { names: "-i", value: "none", on: ["gnu"] },
      { names: "-i --input", value: "required", is: "file", on: ["bsd", "macos"] },
      {
        names: "-o --output",
        value: "required",
        is: "output",
        on: ["bsd", "macos"],
        asks: "it writes a file",
      },
    ],
    operands: [{ is: "file", count: "optional" }],
  }),
  reads("xxd", ["xxd"], {
    style: "single",
    options: [
      { names: "-b -p -u -e -i", value: "none" },
      { names: "-l -s -g -c", value: "required" },
    ],
    operands: [{ is: "file", count: "optional" }],
    note: "It reads an option by its first letters (`-ps 5 x` reads `5` and writes `x`), and a second operand is the file that it writes.",
  }),
  reads("od", ["coreutils"], {
    options: [
      { names: "-a -b -c -d -f -i -l -o -s -v -x --output-duplicates", value: "none" },
      { names: "-A --address-radix -j --skip-bytes -N --read-bytes -t --format", value: "required" },
    ],
    operands: FILES,
  }),
  reads("diff", ["diffutils", "bsd"], {
    options: [
      {
        names:
          "-u -c -q --brief -s --report-identical-files -y --side-by-side -w --ignore-all-space -b --ignore-space-change -B " +
          "--ignore-blank-lines -i --ignore-case -a --text -N --new-file -t --expand-tabs --suppress-common-lines --no-dereference",
        value: "none",
      },
      { names: "-r --recursive", value: "none" },
      { names: "-U -C -W --width -x --exclude --label", value: "required" },
      { names: "--unified --context --color", value: "optional" },
    ],
    operands: [{ is: "linked" }, { is: "linked" }],
    note: "In a folder it compares every file with the file of the same name, through symbolic links.",
  }),
  reads("cmp", ["diffutils", "bsd"], {
    options: [{ names: "-b --print-bytes -l --verbose -s --quiet --silent", value: "none" }],
    operands: [{ is: "file" }, { is: "file" }],
  }),
];
