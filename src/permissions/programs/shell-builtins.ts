import { type ProgramTable, reads, WORDS } from "./program-table.js";

/** Built-ins of shells, and programs that print information about the machine. */
export const SHELL_BUILTINS: readonly ProgramTable[] = [
  reads("echo true false", ["bash", "posix"], {
    style: "words",
    options: [],
    operands: WORDS,
    note: "Options of `echo` change how its words are printed; every word is text.",
  }),
  reads("printf", ["bash", "posix"], {
    style: "words",
    options: [],
    operands: [
      { is: "text", accepts: "printf-format" },
      { is: "text", count: "many" },
    ],
    note: "`-v` and `%n` of bash set a variable, and some shells calculate the value of `%d`, which may run a command.",
  }),
  reads("cd", ["bash", "posix"], {
    style: "first",
    options: [{ names: "-L -P -e -@", value: "none" }],
    operands: [{ is: "folder", accepts: "named-folder" }],
    note: "Without an operand it changes to $HOME, with `-` to $OLDPWD: neither is in the command.",
  }),
  reads("command", ["bash", "posix"], {
    style: "first",
    options: [{ names: "-v -V", value: "none" }],
    operands: WORDS,
    needs: "-v -V",
  }),
  reads("pwd", ["bash", "coreutils", "bsd"], {
    options: [{ names: "-L -P --logical --physical", value: "none" }],
    operands: [],
  }),
  reads("whoami", ["coreutils", "bsd"], { options: [], operands: [] }),
  reads("uname", ["coreutils", "bsd"], {
    options: [
      {
        names:
          "-a --all -s --kernel-name -n --nodename -r --kernel-release -v --kernel-version -m --machine -p --processor -i " +
          "--hardware-platform -o --operating-system",
        value: "none",
      },
    ],
    operands: [],
  }),
  reads("which", ["which"], {
    options: [{ names: "-a", value: "none" }],
    operands: WORDS,
  }),
  reads("bash sh dash", ["bash", "posix"], {
    style: "first",
    options: [{ names: "-n", value: "none" }],
    operands: [
      { is: "file", accepts: "script-file" },
      { is: "text", count: "many" },
    ],
    needs: "-n",
    alone: "--version",
    note: "With `-n` a shell only checks the syntax of the file. `+n` runs it, and after `-` the file is the next word.",
  }),
];
