import type { ProgramTable } from "./program-table.js";

/** Built-ins of shells, and programs that print information about the machine. */
export const SHELL_BUILTINS: readonly ProgramTable[] = [
  {
    names: "echo true false",
    manuals: ["bash", "posix"],
    effect: "reads",
    style: "words",
    options: [],
    operands: [{ is: "text", count: "many" }],
    note: "Options of `echo` change how its words are printed; every word is text.",
  },
  {
    names: "printf",
    manuals: ["bash", "posix"],
    effect: "reads",
    style: "words",
    options: [],
    operands: [
      { is: "text", accepts: "printf-format" },
      { is: "text", count: "many" },
    ],
    note: "`-v` and `%n` of bash set a variable, and some shells calculate the value of `%d`, which may run a command.",
  },
  {
    names: "cd",
    manuals: ["bash", "posix"],
    effect: "reads",
    style: "first",
    options: [{ names: "-L -P -e -@", value: "none" }],
    operands: [{ is: "folder", accepts: "named-folder" }],
    note: "Without an operand it changes to $HOME, with `-` to $OLDPWD: neither is in the command.",
  },
  {
    names: "command",
    manuals: ["bash", "posix"],
    effect: "reads",
    style: "first",
    options: [{ names: "-v -V", value: "none" }],
    operands: [{ is: "text", count: "many" }],
    needs: "-v -V",
  },
  {
    names: "pwd",
    manuals: ["bash", "coreutils", "bsd"],
    effect: "reads",
    options: [{ names: "-L -P --logical --physical", value: "none" }],
    operands: [],
  },
  { names: "whoami", manuals: ["coreutils", "bsd"], effect: "reads", options: [], operands: [] },
  {
    names: "uname",
    manuals: ["coreutils", "bsd"],
    effect: "reads",
    options: [
      {
        names:
          "-a --all -s --kernel-name -n --nodename -r --kernel-release -v --kernel-version -m --machine -p --processor -i " +
          "--hardware-platform -o --operating-system",
        value: "none",
      },
    ],
    operands: [],
  },
  {
    names: "which",
    manuals: ["which"],
    effect: "reads",
    options: [{ names: "-a", value: "none" }],
    operands: [{ is: "text", count: "many" }],
  },
  {
    names: "bash sh dash",
    manuals: ["bash", "posix"],
    effect: "reads",
    style: "first",
    options: [{ names: "-n", value: "none" }],
    operands: [{ is: "file" }, { is: "text", count: "many" }],
    needs: "-n",
    alone: "--version",
    note: "With `-n` a shell only checks the syntax of the file.",
  },
];
