/** A git command that changes paths that its words or its own rules name. */
export interface GitChange {
  /** Subcommands, separated by spaces. */
  readonly subcommands: string;
  /** Applies only if the next word is one of these, separated by spaces; that word is not an operand then. */
  readonly nextWord?: string;
  /** Does not apply if one of the words matches. */
  readonly unless?: RegExp;
  /** Applies only if one of the words matches. */
  readonly only?: RegExp;
  /** Applies only with at least this number of operands. */
  readonly least?: number;
  /**
   * The effect on the operands: `restore` writes them, `move` moves all but the last into the last, `remove` deletes them,
   * `output` writes the first.
   */
  readonly operands?: "restore" | "move" | "remove" | "output";
  /** Paths that it writes, relative to its working folder. */
  readonly writes?: readonly string[];
  /**
   * Paths that it writes below a folder that it creates, and the index of the operand that names the folder.
   * `HEAD` applies to a bare repository, the others to one that is not bare.
   */
  readonly makes?: { readonly operand: number; readonly paths: readonly string[] };
  readonly manual: string;
}

/** Every {@link GitChange}, without what `add`, `commit` or `fetch` record in `.git` (objects, refs, index). */
export const GIT_CHANGES: readonly GitChange[] = [
  { subcommands: "mv", operands: "move", manual: "git-mv(1)" },
  { subcommands: "rm", unless: /^(?:--cached|-n|--dry-run)$/, operands: "remove", manual: "git-rm(1)" },
  {
    subcommands: "merge-file",
    unless: /^(?:-p|--stdout|--object-id)$/,
    operands: "restore",
    manual: "git-merge-file(1): it writes the first file",
  },
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
    subcommands: "bundle",
    nextWord: "create",
    operands: "output",
    manual: "git-bundle(1): the first operand is the file",
  },
  {
    subcommands: "interpret-trailers",
    only: /^--in-place$/,
    operands: "restore",
    manual: "git-interpret-trailers(1)",
  },
  { subcommands: "mailinfo", operands: "restore", manual: "git-mailinfo(1): the message and the patch" },
  { subcommands: "pack-objects", operands: "output", manual: "git-pack-objects(1): the start of the names" },
  { subcommands: "cvsexportcommit", operands: "restore", manual: "git-cvsexportcommit(1), -w" },
  {
    subcommands: "init init-db",
    makes: { operand: 0, paths: [".git", "HEAD"] },
    manual: "git-init(1)",
  },
  {
    subcommands: "worktree",
    nextWord: "add move repair",
    makes: { operand: 0, paths: [".git"] },
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
  {
    subcommands: "config",
    only: /^(?:-e|--edit|--unset.{0,4}|--remove-section)$/,
    writes: [".git/config"],
    manual: "git-config(1)",
  },
  {
    subcommands: "config",
    nextWord: "unset remove-section rename-section",
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
