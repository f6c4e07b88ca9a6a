import { placesFrom, type SensitivePlace } from "../sensitive-place.js";

/**
 * Files that version control systems obey.
 *
 * All of `.git` is protected, whether it is a folder or a file (`gitdir:`): besides hooks and configuration, git
 * follows `commondir`, `worktrees/<name>/gitdir`, `objects/info/alternates`, `modules/`, `info/attributes` and
 * `rebase-merge/git-rebase-todo` (its `exec` lines), and tools have no reason to write any of them.
 *
 * `HEAD` is the one file that every repository needs, even a bare one made of plain files in an ordinary folder.
 */
export const VERSION_CONTROL_PLACES: readonly SensitivePlace[] = [
  ...placesFrom("gitrepository-layout(5)", ".git/", "head"),
  // The short names that a Windows volume assigns to `.git` and `.gitmodules`.
  ...placesFrom("git-config(1), core.protectNTFS", "git~1/"),
  // A volume numbers the names, and hashes the name after the fourth.
  ...placesFrom(
    "git verify_dotfile in path.c, is_ntfs_dotgitmodules",
    "gitmod~*",
    "gi7eba~*",
    "gitatt~*",
    "gi7d29~*",
  ),
  ...placesFrom("git-config(1)", ".gitconfig", ".config/git/"),
  ...placesFrom("gitmodules(5)", ".gitmodules"),
  ...placesFrom("gitattributes(5)", ".gitattributes"),
  ...placesFrom("githooks(5), core.hooksPath", ".githooks/", ".git-hooks/"),
  ...placesFrom("hgrc(5)", ".hg/", ".hgrc", ".hgsub"),
  ...placesFrom("Jujutsu documentation, Settings", ".jj/", ".jjconfig.toml", ".config/jj/"),
  ...placesFrom("Subversion book, Runtime Configuration Area", ".svn/", ".subversion/"),
  ...placesFrom("Sapling documentation, Configuration", ".sl/", ".slconfig"),
  ...placesFrom("Breezy user reference, Configuration", ".bzr/"),
  ...placesFrom("Darcs manual, Configuring darcs", "_darcs/"),
  ...placesFrom("Husky documentation", ".husky/", ".huskyrc", ".huskyrc.*"),
  ...placesFrom("pre-commit documentation", ".pre-commit-config.yaml", ".pre-commit-config.yml"),
  ...placesFrom("pre-commit documentation, Creating new hooks", ".pre-commit-hooks.yaml"),
  ...placesFrom("Lefthook documentation, Config file name", "lefthook.*", ".lefthook.*", "lefthook-local.*"),
  ...placesFrom("Lefthook documentation, Config file name", ".lefthook-local.*", ".lefthook/"),
  ...placesFrom("lint-staged documentation, Configuration", ".lintstagedrc", ".lintstagedrc.*"),
  ...placesFrom("lint-staged documentation, Configuration", "lint-staged.config.*"),
  ...placesFrom("simple-git-hooks documentation", ".simple-git-hooks.*", "simple-git-hooks.*"),
  ...placesFrom("Overcommit documentation", ".overcommit.yml", ".overcommit/"),
  ...placesFrom("CaptainHook documentation", "captainhook.json"),
];
