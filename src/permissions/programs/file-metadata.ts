import { FILES, type OperandRow, type ProgramTable, reads } from "./program-table.js";

const BELOW: readonly OperandRow[] = [{ is: "below", count: "many", otherwise: "." }];

/** Programs that print properties of files, and tests of them. */
export const FILE_METADATA: readonly ProgramTable[] = [
  reads("test", ["bash", "coreutils", "posix"], {
    style: "words",
    options: [],
    operands: [{ is: "file", count: "many", accepts: "test-word" }],
    note: "Every word counts as a file. `test -v 'a[$(x)]'` of bash runs a command.",
  }),
  reads("[", ["bash", "coreutils", "posix"], {
    style: "words",
    options: [],
    operands: [
      { is: "file", count: "many", accepts: "test-word" },
      { is: "text", accepts: "closing-bracket" },
    ],
    note: "The same as `test`, with a last word.",
  }),
  reads("du", ["coreutils", "bsd"], {
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
  }),
  reads("df", ["coreutils", "bsd"], {
    options: [
      { names: "-a --all -h --human-readable -i --inodes -k -l --local -P --portability", value: "none" },
    ],
    operands: FILES,
  }),
  reads("tree", ["tree"], {
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
  }),
  reads("file", ["file"], {
    options: [
      {
        names: "-b --brief -h --no-dereference -i -I --mime --mime-type --mime-encoding -N --no-pad",
        value: "none",
      },
    ],
    operands: FILES,
  }),
  reads("realpath readlink", ["coreutils", "bsd"], {
    options: [
      {
        names: "-f -e -m -n -q -s -z --canonicalize --canonicalize-existing --canonicalize-missing --quiet",
        value: "none",
      },
      { names: "--relative-to --relative-base", value: "required", is: "file" },
    ],
    operands: FILES,
  }),
  reads("md5sum sha1sum sha256sum sha512sum cksum", ["coreutils"], {
    options: [{ names: "-b --binary -t --text --tag -z --zero", value: "none" }],
    operands: FILES,
    note: "`-c` reads the names of the files from a file and is not listed.",
  }),
  reads("shasum", ["shasum"], {
    options: [
      { names: "-b --binary -t --text", value: "none" },
      { names: "-a --algorithm", value: "required" },
    ],
    operands: FILES,
  }),
  reads("date", ["coreutils", "bsd"], {
    options: [
      { names: "-u --utc --universal -R --rfc-email", value: "none" },
      { names: "-I --iso-8601", value: "optional" },
      { names: "--rfc-3339", value: "attached" },
      { names: "-d --date", value: "required", on: ["gnu"] },
    ],
    operands: [{ is: "text", count: "optional", accepts: "date-format" }],
    note: "An operand without `+` sets the clock.",
  }),
  reads("sleep seq", ["coreutils", "bsd"], {
    style: "words",
    options: [],
    operands: [{ is: "text", count: "many", accepts: "number" }],
  }),
  reads("nproc id groups arch", ["coreutils", "bsd"], {
    options: [],
    operands: [],
  }),
];
