import type { ImpliedWord, OperandRow, OptionRow, ProgramTable } from "./program-table.js";

const REVISIONS: readonly OperandRow[] = [{ is: "revision", count: "many", accepts: "plain-revision" }];

/** A patch shows files of the whole repository; the folder of the command represents it. */
const PATCHES: readonly ImpliedWord[] = [{ is: "below", word: "." }];

/** Options that control the display of differences; none of them alone runs a program or writes a file. */
const DIFFERENCES: readonly OptionRow[] = [
  {
    names:
      "-s --no-patch -w --ignore-all-space -z -b --ignore-space-change --ignore-blank-lines --numstat --shortstat " +
      "--summary --name-only --name-status --raw --no-color --cached --staged --check --minimal --patience --histogram " +
      "--full-index --no-ext-diff --no-textconv --no-renames --exit-code --quiet --merge-base --compact-summary --text",
    value: "none",
  },
  { names: "-p --patch -u --cc --function-context", value: "none", besides: PATCHES },
  {
    names: "--stat --color --abbrev --relative -M --find-renames -C --find-copies -B --break-rewrites",
    value: "optional",
  },
  { names: "--word-diff --color-words", value: "optional", besides: PATCHES },
  { names: "--word-diff-regex --inter-hunk-context", value: "attached", besides: PATCHES },
  { names: "--diff-filter --stat-width --stat-count --diff-algorithm -l", value: "attached" },
  {
    names: "-U --unified",
    value: "attached",
    besides: PATCHES,
    note: "Some versions take the next word as well: `git diff -U /outside/file a` must not hide a path.",
  },
  { names: "--output", value: "required", is: "output", asks: "it writes a file" },
  { names: "--ext-diff --textconv", value: "none", asks: "it runs programs from the configuration" },
];

const HISTORY: readonly OptionRow[] = [
  ...DIFFERENCES,
  {
    names:
      "-g -i -E -F -P --oneline --graph --all --no-decorate --merges --no-merges --first-parent --reverse --follow " +
      "--abbrev-commit --parents --boundary --left-right --cherry-pick --date-order --topo-order --full-history " +
      "--simplify-merges --source --ancestry-path --not --cherry-mark --cherry",
    value: "none",
  },
  { names: "-c", value: "none", besides: PATCHES },
  { names: "--decorate --branches --tags --remotes --no-walk", value: "optional" },
  {
    names: "--pretty",
    value: "optional",
    accepts: "unsigned-format",
    note: "`%G?` checks a signature, which runs gpg.",
  },
  { names: "--format", value: "attached", accepts: "unsigned-format" },
  { names: "--date", value: "attached" },
  {
    names: "-n --max-count --skip --since --until --after --before --author --committer --grep -S -G",
    value: "required",
    accepts: "no-option",
  },
  { names: "-L", value: "required", is: "revision" },
];

const subcommand = (
  names: string,
  table: Pick<ProgramTable, "options" | "operands"> & Partial<ProgramTable>,
): ProgramTable => ({ names, manuals: ["git"], effect: "reads-repository", style: "anywhere", ...table });

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
          names:
            "-s --short -b --branch -v --verbose -z --long --show-stash --ahead-behind --no-ahead-behind",
          value: "none",
        },
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
            "--is-bare-repository --show-prefix --show-cdup",
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
    }),
    subcommand("merge-base", {
      options: [{ names: "-a --all --is-ancestor", value: "none" }],
      operands: REVISIONS,
    }),
    // With an operand most of these commands change something.
    subcommand("branch", {
      options: [
        { names: "-a --all -v -vv --verbose -r --remotes --show-current --no-color", value: "none" },
        { names: "-l --list", value: "none", operands: [{ is: "text", count: "many" }] },
        { names: "--sort --format", value: "attached", accepts: "unsigned-format" },
        {
          names: "--contains --no-contains --merged --no-merged --points-at",
          value: "required",
          accepts: "no-option",
          is: "revision",
        },
      ],
      operands: [],
    }),
    subcommand("tag", {
      options: [
        { names: "-l --list", value: "none", operands: [{ is: "text", count: "many" }] },
        { names: "--sort --format", value: "attached", accepts: "unsigned-format" },
        {
          names: "--contains --no-contains --merged --no-merged --points-at",
          value: "required",
          accepts: "no-option",
          is: "revision",
        },
      ],
      operands: [],
    }),
    subcommand("remote", {
      options: [{ names: "-v --verbose", value: "none" }],
      operands: [],
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
      options: [{ names: "--get", value: "required", accepts: "git-setting" }],
      operands: [],
      needs: "--get",
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
      subcommands: [subcommand("list", { options: [], operands: [] })],
      effect: "asks",
    }),
  ],
};
