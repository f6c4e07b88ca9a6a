import type { OperandRow, ProgramTable } from "./program-table.js";

const FILES: readonly OperandRow[] = [{ is: "file", count: "many" }];
const BELOW: readonly OperandRow[] = [{ is: "below", count: "many", otherwise: "." }];

/** Programs that print properties of files, and tests of them. */
export const FILE_METADATA: readonly ProgramTable[] = [
  {
    names: "test",
    manuals: ["bash", "coreutils", "posix"],
    effect: "reads",
    style: "words",
    options: [],
    operands: [{ is: "file", count: "many", accepts: "test-word" }],
    note: "Every word counts as a file. `test -v 'a[$(x)]'` of bash runs a command.",
  },
  {
    names: "du",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [
      {
        names:
          "-a --all -b --bytes -c --total -h --human-readable -k -m -s --summarize -S --separate-dirs --si --apparent-size --inodes -x " +
          "--one-file-system -0 --null",
        value: "none",
      },
      { names: "-d --max-depth -t --threshold --exclude", value: "required" },
      { names: "--time", value: "optional" },
    ],
    operands: BELOW,
  },
  {
    names: "df",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [
      { names: "-a --all -h --human-readable -i --inodes -k -l --local -P --portability", value: "none" },
    ],
    operands: FILES,
  },
  {
    names: "tree",
    manuals: ["tree"],
    effect: "reads",
    style: "anywhere",
    options: [
      {
        names: "-a -d -f -F -i -s -h -p -u -g -D -n -C -r -t -v --noreport --dirsfirst --gitignore --prune",
        value: "none",
      },
      { names: "-L", value: "required", accepts: "level" },
      { names: "-P -I", value: "separate" },
      { names: "-o", value: "required", is: "output", asks: "it writes a file" },
    ],
    operands: BELOW,
    note: "`-R` writes files together with `-H`, and `-l` follows symbolic links: neither is listed.",
  },
  {
    names: "file",
    manuals: ["file"],
    effect: "reads",
    options: [
      {
        names: "-b --brief -h --no-dereference -i -I --mime --mime-type --mime-encoding -N --no-pad",
        value: "none",
      },
    ],
    operands: FILES,
  },
  {
    names: "realpath readlink",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [
      {
        names: "-f -e -m -n -q -s -z --canonicalize --canonicalize-existing --canonicalize-missing --quiet",
        value: "none",
      },
      { names: "--relative-to --relative-base", value: "required", is: "file" },
    ],
    operands: FILES,
  },
  {
    names: "md5sum sha1sum sha256sum sha512sum cksum",
    manuals: ["coreutils"],
    effect: "reads",
    options: [{ names: "-b --binary -t --text --tag -z --zero", value: "none" }],
    operands: FILES,
    note: "`-c` reads the names of the files from a file and is not listed.",
  },
  {
    names: "shasum",
    manuals: ["shasum"],
    effect: "reads",
    options: [
      { names: "-b --binary -t --text", value: "none" },
      { names: "-a --algorithm", value: "required" },
    ],
    operands: FILES,
  },
  {
    names: "date",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [
      { names: "-u --utc --universal -R --rfc-email", value: "none" },
      { names: "-I --iso-8601", value: "optional" },
      { names: "--rfc-3339", value: "attached" },
      { names: "-d --date", value: "required", on: ["gnu"] },
    ],
    operands: [{ is: "text", count: "optional", accepts: "date-format" }],
    note: "An operand without `+` sets the clock.",
  },
  {
    names: "sleep seq",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    style: "words",
    options: [],
    operands: [{ is: "text", count: "many", accepts: "number" }],
  },
  {
    names: "nproc id groups arch",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [],
    operands: [],
  },
];
