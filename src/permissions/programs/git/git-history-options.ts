import type { ImpliedWord, OptionRow } from "../program-table.js";

/** A patch shows files of the whole repository; the folder of the command represents it. */
export const PATCHES: readonly ImpliedWord[] = [{ is: "below", word: "." }];

/** Options that control the display of differences; none of them alone runs a program or writes a file. */
export const DIFFERENCES: readonly OptionRow[] = [
  {
    names:
      "-s --no-patch -w --ignore-all-space -z -b --ignore-space-change --ignore-blank-lines --numstat --shortstat " +
      "--summary --name-only --name-status --raw --no-color --cached --staged --minimal --patience --histogram " +
      "--full-index --no-ext-diff --no-textconv --no-renames --exit-code --quiet --merge-base --compact-summary --text",
    value: "none",
  },
  { names: "-p --patch -u --cc --function-context", value: "none", besides: PATCHES },
  {
    names: "--check",
    value: "none",
    besides: PATCHES,
    note: "It prints the lines that end with blanks, of every file.",
  },
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

/** Options of the subcommands that show commits. */
export const HISTORY: readonly OptionRow[] = [
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
