import { FILES, type OperandRow, type ProgramTable, reads } from "./program-table.js";

const TREES: readonly OperandRow[] = [{ is: "tree", count: "many", otherwise: "." }];

/** Programs that search the contents of files. */
export const SEARCHING: readonly ProgramTable[] = [
  reads("grep", ["grep", "bsd"], {
    options: [
      {
        names:
          "-E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -i --ignore-case --no-ignore-case -y -v " +
          "--invert-match -w --word-regexp -x --line-regexp -c --count -l --files-with-matches -L --files-without-match -o " +
          "--only-matching -q --quiet --silent -s --no-messages -b --byte-offset -h --no-filename -H --with-filename -n " +
          "--line-number -T --initial-tab -Z --null -a --text -I -U --binary -z --null-data --line-buffered",
        value: "none",
      },
      { names: "-e --regexp", value: "required", is: "pattern", operands: FILES },
      {
        names: "-A --after-context -B --before-context -m --max-count --label --binary-files",
        value: "required",
      },
      { names: "--include --exclude --exclude-dir", value: "required" },
      { names: "-C", value: "required", on: ["gnu", "bsd"] },
      { names: "-C", value: "optional", on: ["macos"], note: "`-C[num]` in the manual page of macOS." },
      { names: "--context", value: "required", on: ["gnu"] },
      { names: "--context", value: "optional", on: ["bsd", "macos"] },
      { names: "--color --colour", value: "optional" },
      {
        names: "-f --file",
        value: "required",
        is: "file",
        operands: FILES,
        asks: "its patterns are in a file",
      },
      {
        names: "-r --recursive",
        value: "none",
        widens: true,
        operands: [{ is: "pattern" }, ...TREES],
      },
      {
        names: "-R --dereference-recursive",
        value: "none",
        operands: [{ is: "pattern", count: "optional" }, ...TREES],
        asks: "it follows symbolic links",
      },
    ],
    operands: [{ is: "pattern" }, ...FILES],
    counts: true,
  }),
  reads("rg", ["ripgrep"], {
    style: "anywhere",
    options: [
      {
        names:
          "-b --byte-offset -c --count --count-matches -F --fixed-strings -H --with-filename -i --ignore-case -I --no-filename -l " +
          "--files-with-matches --files-without-match -n --line-number -N --no-line-number -o --only-matching -p --pretty -P " +
          "--pcre2 -q --quiet -s --case-sensitive -S --smart-case -U --multiline --multiline-dotall -v --invert-match -w " +
          "--word-regexp -x --line-regexp -0 --null --column --no-column --heading --no-heading --json --stats --trim --vimgrep " +
          "--no-messages --no-config --crlf --null-data --passthru --no-follow --one-file-system --no-hidden " +
          "--no-context-separator --line-buffered --block-buffered --include-zero --no-pre",
        value: "none",
      },
      { names: "--files", value: "none", operands: [{ is: "below", count: "many", otherwise: "." }] },
      { names: "--type-list", value: "none", operands: [{ is: "text", count: "many" }] },
      { names: "-e --regexp", value: "required", is: "pattern", operands: TREES },
      {
        names:
          "-A --after-context -B --before-context -C --context -m --max-count -M --max-columns --max-depth -j --threads " +
          "--max-filesize -E --encoding --engine --color --colors --sort --sortr -r --replace -T --type-not",
        value: "required",
      },
      {
        names: "--context-separator --field-context-separator --field-match-separator --path-separator",
        value: "attached",
        note: "Text that may be empty: without `=`, whether the next word is the value depends on the version.",
      },
      { names: "-t --type", value: "required", accepts: "source-type", narrows: true },
      { names: "-g --glob --iglob", value: "required", accepts: "source-glob", narrows: true },
      {
        names: "-f --file",
        value: "required",
        is: "file",
        operands: TREES,
        asks: "its patterns are in a file",
      },
      { names: "--ignore-file", value: "required", is: "file", asks: "a file lists what it excludes" },
      {
        names: "-. --hidden -u --unrestricted --no-ignore --no-ignore-vcs --no-ignore-dot --no-ignore-parent",
        value: "none",
        widens: true,
      },
      { names: "-L --follow", value: "none", asks: "it follows symbolic links" },
      { names: "-z --search-zip", value: "none", asks: "it runs other programs" },
      { names: "--pre --hostname-bin", value: "required", is: "command", asks: "it runs another program" },
      { names: "--pre-glob --type-add --type-clear", value: "required", asks: "it changes what is searched" },
    ],
    operands: [{ is: "pattern" }, ...TREES],
    alone: "--version",
  }),
];
