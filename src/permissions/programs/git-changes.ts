/** How a command of git changes places that its words or its own rules name. */
export interface GitChange {
  /** Sub-commands, one blank apart. */
  readonly subcommands: string;
  /** Only when the word after it is one of these, one blank apart; it is not an operand then. */
  readonly nextWord?: string;
  /** Not with one of these words. */
  readonly unless?: RegExp;
  /** Only with one of these words. */
  readonly only?: RegExp;
  /** Only with at least so many operands. */
  readonly least?: number;
  /** What is done to the operands: `restore` writes them, `move` takes all but the last along to it, `remove` deletes them. */
  readonly operands?: "restore" | "move" | "remove";
  /** Places that it writes, relative to the folder that it works in. */
  readonly writes?: readonly string[];
  /**
   * Places that it writes below the folder that it makes: an operand, counted from the start.
   * `HEAD` stands for a bare repository, the others for one that is not.
   */
  readonly makes?: { readonly operand: number; readonly places: readonly string[] };
  readonly manual: string;
}

/** The {@link GitChange}s. What git notes of its own in `.git` (objects, refs, index) with `add`, `commit` or `fetch` is not among them. */
export const GIT_CHANGES: readonly GitChange[] = [
  { subcommands: "mv", operands: "move", manual: "git-mv(1)" },
  { subcommands: "rm", unless: /^(?:--cached|-n|--dry-run)$/, operands: "remove", manual: "git-rm(1)" },
  { subcommands: "checkout", operands: "restore", manual: "git-checkout(1)" },
  {
    subcommands: "restore",
    unless: /^(?:-S|--staged)$/,
    operands: "restore",
    manual: "git-restore(1): by default the working tree",
  },
  {
    subcommands: "restore",
    only: /^(?:-[a-zA-Z]{0,4}W|--worktree)/,
    operands: "restore",
    manual: "git-restore(1), --worktree",
  },
  {
    subcommands: "init init-db",
    makes: { operand: 0, places: [".git", "HEAD"] },
    manual: "git-init(1)",
  },
  {
    subcommands: "worktree",
    nextWord: "add move repair",
    makes: { operand: 0, places: [".git"] },
    manual: "git-worktree(1)",
  },
  {
    subcommands: "submodule",
    nextWord: "add set-url set-branch",
    writes: [".gitmodules"],
    manual: "git-submodule(1)",
  },
  {
    subcommands: "submodule",
    nextWord: "init update sync deinit absorbgitdirs foreach",
    writes: [".git/modules"],
    manual: "git-submodule(1), gitrepository-layout(5)",
  },
  {
    subcommands: "config",
    unless: /^(?:-l|--list|--get.{0,16}|list|get|--show-.{0,16}|--name-only)$/,
    least: 2,
    writes: [".git/config"],
    manual: "git-config(1)",
  },
  { subcommands: "config", nextWord: "edit", writes: [".git/config"], manual: "git-config(1)" },
  {
    subcommands: "lfs",
    nextWord: "install update track",
    writes: [".git/hooks", ".gitattributes"],
    manual: "git-lfs-install(1), git-lfs-track(1)",
  },
  {
    subcommands: "maintenance",
    nextWord: "start register",
    writes: [".git/config"],
    manual: "git-maintenance(1)",
  },
];
