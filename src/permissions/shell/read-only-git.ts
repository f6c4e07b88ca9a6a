import type { CommandPath } from "../command-reading.js";
import { type FlagGrammar, readByGrammar } from "./flag-grammar.js";
import type { KnownCommand } from "./read-only-commands.js";

/** Options about how differences and versions are shown; none runs a program or writes a file by itself. */
const DIFF_LONG =
  "stat numstat shortstat summary name-only name-status patch no-patch raw word-diff color no-color cached staged check minimal " +
  "patience histogram ignore-all-space ignore-space-change ignore-blank-lines function-context full-index no-ext-diff " +
  "no-textconv no-renames find-renames exit-code quiet abbrev cc merge-base compact-summary text";
const DIFF_LONG_VALUED =
  "unified diff-filter stat-width word-diff-regex color diff-algorithm inter-hunk-context relative";
const LOG_LONG = `${DIFF_LONG} oneline graph all decorate no-decorate merges no-merges first-parent reverse follow abbrev-commit tags branches remotes parents boundary left-right cherry-pick date-order topo-order full-history simplify-merges no-walk source`;
const LOG_LONG_VALUED = `${DIFF_LONG_VALUED} max-count skip since until after before author committer grep format pretty date decorate branches tags remotes`;

/** Sub-commands that only read, in the form of which that is true. Everything else is a command like any other. */
const GRAMMARS: ReadonlyMap<string, FlagGrammar> = new Map<string, FlagGrammar>([
  [
    "status",
    {
      flags: "sbvuz",
      long: "short branch porcelain long verbose show-stash ahead-behind no-ahead-behind ignored",
      longValued: "untracked-files porcelain ignored",
      operands: "paths",
    },
  ],
  [
    "log",
    {
      flags: "pscgiEFPwzu",
      valued: "nSGUL",
      long: LOG_LONG,
      longValued: LOG_LONG_VALUED,
      count: true,
      operands: "revisions",
    },
  ],
  [
    "show",
    { flags: "pscwzu", valued: "U", long: LOG_LONG, longValued: LOG_LONG_VALUED, operands: "revisions" },
  ],
  [
    "diff",
    { flags: "pswzuRb", valued: "USG", long: DIFF_LONG, longValued: DIFF_LONG_VALUED, operands: "revisions" },
  ],
  [
    "shortlog",
    { flags: "sne", long: "summary numbered email", longValued: "since until", operands: "revisions" },
  ],
  [
    "blame",
    {
      flags: "wefslMC",
      valued: "L",
      long: "porcelain line-porcelain show-email",
      longValued: "since",
      operands: "revisions",
    },
  ],
  [
    "rev-parse",
    {
      long: "short verify show-toplevel git-dir abbrev-ref is-inside-work-tree show-prefix",
      longValued: "short abbrev-ref",
      operands: "revisions",
    },
  ],
  [
    "rev-list",
    {
      valued: "n",
      long: "count all",
      longValued: "max-count since until",
      count: true,
      operands: "revisions",
    },
  ],
  [
    "ls-files",
    {
      flags: "cdmosuvzt",
      long: "cached deleted modified others stage exclude-standard full-name",
      operands: "paths",
    },
  ],
  ["ls-tree", { flags: "drtlz", long: "name-only long full-name", operands: "revisions" }],
  [
    "describe",
    { long: "tags all always dirty long exact-match", longValued: "abbrev match", operands: "revisions" },
  ],
  ["cat-file", { flags: "tspe", operands: "revisions" }],
  ["merge-base", { flags: "a", long: "all is-ancestor", operands: "revisions" }],
  // With an operand these change something.
  [
    "branch",
    {
      flags: "avr",
      long: "all list remotes verbose show-current",
      longValued: "sort format",
      operands: "none",
    },
  ],
  ["tag", { flags: "l", long: "list", longValued: "sort format", operands: "none" }],
  ["remote", { flags: "v", long: "verbose", operands: "none" }],
]);

/**
 * Recognises a form of git that only reads: `undefined` for everything else.
 *
 * It is never just `reads`: what the configuration and attributes of the repository say (`core.fsmonitor`, filters,
 * external diffs, text conversions) runs on the way, also on a plain `git status`.
 */
export function readOnlyGit(parameters: readonly string[]): KnownCommand | undefined {
  let index = 0;
  while (parameters[index] === "--no-pager" || parameters[index] === "--no-optional-locks") index += 1;
  const name = parameters[index] ?? "";
  const rest = parameters.slice(index + 1);
  if (parameters.length === 1 && name === "--version") return { effect: "reads", paths: [] };
  const shape = name === "stash" && rest[0] === "list" ? LIST_ONLY : GRAMMARS.get(name);
  if (shape === undefined) return undefined;
  const read = readByGrammar(name === "stash" ? rest.slice(1) : rest, shape);
  if (read === undefined) return undefined;
  const paths = read.paths.map((path): CommandPath => ({ path, access: "read", role: "operand" }));
  return { effect: "reads-repository", paths };
}

const LIST_ONLY: FlagGrammar = { operands: "none" };
