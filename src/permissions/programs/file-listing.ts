import { FILES, type ProgramTable, reads } from "./program-table.js";

/** Programs that list names and metadata of files. */
export const FILE_LISTING: readonly ProgramTable[] = [
  reads("ls", ["coreutils", "bsd"], {
    options: [
      {
        names:
          "-a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -f -F --file-type --full-time -g " +
          "--group-directories-first -G --no-group -h --human-readable --si -H --dereference-command-line -i --inode -k --kibibytes " +
          "-l -m -n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars --show-control-chars -Q " +
          "--quote-name -r --reverse -s --size -S -t -u -U -v -x -X -Z --context -1 --zero",
        value: "none",
      },
      {
        names: "-R --recursive",
        value: "none",
        operands: [{ is: "below", count: "many", otherwise: "." }],
      },
      {
        names: "-L --dereference",
        value: "none",
        asks: "with -R it follows symbolic links out of the folder",
      },
      { names: "--color --classify --hyperlink", value: "optional" },
      {
        names:
          "--block-size --format --hide --ignore --indicator-style --quoting-style --sort --time --time-style --tabsize --width",
        value: "required",
      },
      { names: "-T -w -I", value: "required", on: ["gnu"] },
      { names: "-T -w -I", value: "none", on: ["bsd", "macos"] },
      { names: "-D --dired", value: "none", on: ["gnu"] },
      { names: "-D", value: "required", on: ["bsd", "macos"] },
      { names: "-P -W", value: "none", on: ["bsd", "macos"] },
      { names: "-@ -e -O -%", value: "none", on: ["macos"] },
    ],
    operands: FILES,
  }),
  reads("find", ["findutils", "bsd"], {
    style: "expression",
    options: [
      {
        names:
          "-print -print0 -prune -not -and -or -a -o -empty -readable -writable -executable -true -false -ls -depth -xdev -mount " +
          "-nouser -nogroup ! ( )",
        value: "none",
        note: "In BSD's find a number may follow `-depth`, which is a test there and a usage error elsewhere.",
      },
      {
        names:
          "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size " +
          "-mtime -mmin -atime -amin -ctime -cmin -perm -user -group -printf -links -inum",
        value: "required",
      },
      {
        names: "-newer -anewer -cnewer -samefile",
        value: "required",
        is: "file",
        asks: "it compares with another file",
      },
      { names: "-exec -execdir -ok -okdir", value: "required", is: "command", asks: "it runs a program" },
      { names: "-delete", value: "none", asks: "it deletes" },
      {
        names: "-fprint -fprint0 -fls -fprintf",
        value: "required",
        is: "output",
        asks: "it writes a file",
      },
    ],
    operands: [{ is: "below", count: "many", otherwise: "." }],
  }),
];
