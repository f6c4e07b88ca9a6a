import type { OperandRow, OptionRow, ProgramTable } from "../program-table.js";
import { DIFFERENCES, HISTORY, PATCHES } from "./git-history-options.js";

const REVISIONS: readonly OperandRow[] = [{ is: "revision", count: "many", accepts: "plain-revision" }];

const subcommand = (
  names: string,
  table: Pick<ProgramTable, "options" | "operands"> & Partial<ProgramTable>,
): ProgramTable => ({ names, manuals: ["git"], effect: "reads-repository", style: "anywhere", ...table });

const NAMES_TO_LIST: readonly OperandRow[] = [{ is: "text", count: "many" }];

/** Options with which `branch` and `tag` only list. */
const LISTED_REFERENCES: readonly OptionRow[] = [
  { names: "--list", value: "none", operands: NAMES_TO_LIST },
  { names: "--sort --format", value: "attached", accepts: "unsigned-format" },
  {
    names: "--contains --no-contains --merged --no-merged --points-at",
    value: "required",
    accepts: "no-option",
    is: "revision",
  },
];

/**
 * The forms of git that only read. Even a plain `git status` runs programs from the configuration and attributes of the
 * repository (`core.fsmonitor`, filters, external diffs, text conversions): hence `reads-repository`.
 */
export const GIT_READING: ProgramTable = {
  names: "git",
  manuals: ["git"],
  effect: "reads-repository",
  style: "first",
  options: [
    { names: "--no-pager --no-optional-locks", value: "none" },
    { names: "-C", value: "required", is: "folder", accepts: "named-folder" },
  ],
  operands: [],
  alone: "--version",
  subcommands: [
    subcommand("status", {
      options: [
        {
          names: "-s --short -b --branch -z --long --show-stash --ahead-behind --no-ahead-behind",
          value: "none",
        },
        { names: "-v --verbose", value: "none", besides: PATCHES, note: "It prints the staged changes." },
        { names: "--porcelain --ignored -u --untracked-files", value: "optional" },
      ],
      operands: [{ is: "file", count: "many" }],
    }),
    subcommand("log", { options: HISTORY, operands: REVISIONS, counts: true }),
    subcommand("show", { options: HISTORY, operands: REVISIONS, besides: PATCHES }),
    subcommand("diff", {
      options: [
        ...DIFFERENCES,
        { names: "-R", value: "none" },
        { names: "-S -G", value: "attached" },
        { names: "--no-index", value: "none", asks: "it compares any two files" },
      ],
      operands: REVISIONS,
      besides: PATCHES,
    }),
    subcommand("shortlog", {
      options: [
        { names: "-s --summary -n --numbered -e --email", value: "none" },
        { names: "--since --until", value: "attached" },
      ],
      operands: REVISIONS,
    }),
    subcommand("blame", {
      options: [
        { names: "-w -e --show-email -f -s -l --porcelain --line-porcelain", value: "none" },
        { names: "-M -C", value: "optional" },
        { names: "-L", value: "required", is: "revision" },
        { names: "--since", value: "attached" },
      ],
      operands: REVISIONS,
    }),
    subcommand("rev-parse", {
      options: [
        {
          names:
            "--verify -q --quiet --show-toplevel --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree " +
            "--is-bare-repository --show-prefix --show-cdup --symbolic --symbolic-full-name",
          value: "none",
        },
        { names: "--short --abbrev-ref", value: "optional" },
      ],
      operands: REVISIONS,
    }),
    subcommand("rev-list", {
      options: [
        {
          names:
            "--count --all --left-right --reverse --merges --no-merges --first-parent --not --oneline --branches --tags --remotes",
          value: "none",
        },
        { names: "-n --max-count --since --until", value: "required" },
        { names: "--max-parents --min-parents", value: "attached" },
      ],
      operands: REVISIONS,
      counts: true,
    }),
    subcommand("ls-files", {
      options: [
        {
          names:
            "-c --cached -d --deleted -m --modified -o --others -s --stage -u -v -z -t --exclude-standard --full-name",
          value: "none",
        },
      ],
      operands: [{ is: "file", count: "many" }],
    }),
    subcommand("ls-tree", {
      options: [{ names: "-d -r -t -l --long -z --name-only --full-name", value: "none" }],
      operands: REVISIONS,
    }),
    subcommand("describe", {
      options: [
        { names: "--tags --all --always --long --exact-match", value: "none" },
        { names: "--dirty --abbrev", value: "optional" },
        { names: "--match", value: "attached" },
      ],
      operands: REVISIONS,
    }),
    subcommand("cat-file", {
      options: [
        { names: "-t -s -e", value: "none" },
        { names: "-p", value: "none", besides: PATCHES },
      ],
      operands: REVISIONS,
      needs: "-t -s -e -p",
      note: "`git cat-file blob ID` prints a file without its name.",
    }),
    subcommand("merge-base", {
      options: [{ names: "-a --all --is-ancestor", value: "none" }],
      operands: REVISIONS,
    }),
    // With an operand most of these commands change something.
    subcommand("branch", {
      options: [
        { names: "-a --all -v -vv --verbose -r --remotes --show-current --no-color", value: "none" },
        { names: "-l", value: "none", note: "Up to Git 2.19, `git branch -l x` creates a branch." },
        ...LISTED_REFERENCES,
      ],
      operands: [],
    }),
    subcommand("tag", {
      options: [{ names: "-l", value: "none", operands: NAMES_TO_LIST }, ...LISTED_REFERENCES],
      operands: [],
    }),
    subcommand("remote", {
      options: [{ names: "-v --verbose --push --all", value: "none" }],
      operands: [
        { is: "text", count: "optional", accepts: "get-url" },
        { is: "text", count: "optional", accepts: "plain-name" },
      ],
      note: "`git remote show` connects.",
    }),
    subcommand("worktree", {
      style: "first",
      options: [],
      operands: [],
      subcommands: [
        subcommand("list", {
          options: [{ names: "--porcelain -v --verbose -z", value: "none" }],
          operands: [],
        }),
      ],
    }),
    subcommand("reflog", {
      options: HISTORY,
      operands: [{ is: "revision", count: "many", accepts: "shown-reflog" }],
      counts: true,
    }),
    subcommand("show-ref", {
      options: [
        { names: "--head --heads --branches --tags -d --dereference --verify -q --quiet", value: "none" },
        { names: "-s --hash --abbrev", value: "optional" },
      ],
      operands: [{ is: "text", count: "many" }],
    }),
    subcommand("for-each-ref", {
      options: [
        { names: "--sort --format", value: "attached", accepts: "unsigned-format" },
        { names: "--count", value: "attached" },
        { names: "--contains --merged --no-merged --points-at", value: "attached", is: "revision" },
      ],
      operands: [{ is: "text", count: "many" }],
    }),
    subcommand("count-objects", {
      options: [{ names: "-v --verbose -H --human-readable", value: "none" }],
      operands: [],
    }),
    subcommand("check-ignore", {
      options: [{ names: "-v --verbose -n --non-matching -q --quiet", value: "none" }],
      operands: [{ is: "file", count: "many" }],
    }),
    subcommand("symbolic-ref", {
      options: [{ names: "-q --quiet --short", value: "none" }],
      operands: [{ is: "text" }],
      note: "A second operand changes the reference.",
    }),
    subcommand("config", {
      options: [{ names: "--get", value: "none" }],
      operands: [{ is: "text", accepts: "git-setting" }],
      note: "A second operand is the value that it writes.",
    }),
    subcommand("grep", {
      options: [
        {
          names:
            "-n --line-number -i --ignore-case -l --files-with-matches --name-only -L --files-without-match -c --count -w --word-regexp " +
            "-v --invert-match -E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -h -H -o --only-matching -q " +
            "--quiet --cached --no-color --heading --break --column --full-name --all-match -I -p --show-function -W " +
            "--function-context -z --null --and --or --not",
          value: "none",
        },
        { names: "--color", value: "optional" },
        { names: "-A -B -C -m --max-count --max-depth --threads", value: "required" },
        { names: "--after-context --before-context --context", value: "attached" },
        { names: "-e", value: "required", is: "pattern", operands: REVISIONS },
        { names: "-O --open-files-in-pager", value: "optional", is: "command", asks: "it runs a program" },
        {
          names: "--no-index --untracked --no-exclude-standard",
          value: "none",
          asks: "it reads files that git does not track",
        },
        {
          names: "--recurse-submodules --textconv --ext-grep",
          value: "none",
          asks: "it uses other configuration",
        },
        {
          names: "-f",
          value: "required",
          is: "file",
          operands: REVISIONS,
          asks: "its patterns are in a file",
        },
      ],
      operands: [{ is: "pattern" }, ...REVISIONS],
      besides: PATCHES,
      counts: true,
    }),
    subcommand("stash", {
      style: "first",
      options: [],
      operands: [],
      subcommands: [subcommand("list", { options: HISTORY, operands: [], counts: true })],
      effect: "asks",
    }),
  ],
};
