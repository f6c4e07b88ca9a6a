import { namesFrom, type SensitiveName } from "../sensitive-name.js";

/**
 * Files that version control systems obey.
 *
 * All of `.git` is protected, whether it is a folder or a file (`gitdir:`): besides hooks and configuration, git
 * follows `commondir`, `worktrees/<name>/gitdir`, `objects/info/alternates`, `modules/`, `info/attributes` and
 * `rebase-merge/git-rebase-todo` (its `exec` lines), and tools have no reason to write any of them.
 *
 * `HEAD` is the one file that every repository needs, even a bare one made of plain files in an ordinary folder.
 */
export const VERSION_CONTROL_NAMES: readonly SensitiveName[] = [
  ...namesFrom("gitrepository-layout(5)", ".git/", "head"),
  // The short names that a Windows volume assigns to `.git` and `.gitmodules`.
  ...namesFrom("git-config(1), core.protectNTFS", "git~1/"),
  // A volume numbers the names, and hashes the name after the fourth.
  ...namesFrom(
    "git verify_dotfile in path.c, is_ntfs_dotgitmodules",
    "gitmod~*",
    "gi7eba~*",
    "gitatt~*",
    "gi7d29~*",
  ),
  ...namesFrom("git-config(1)", ".gitconfig", ".config/git/"),
  ...namesFrom("gitmodules(5)", ".gitmodules"),
  ...namesFrom("gitattributes(5)", ".gitattributes"),
  ...namesFrom("githooks(5), core.hooksPath", ".githooks/", ".git-hooks/"),
  ...namesFrom("hgrc(5)", ".hg/", ".hgrc", ".hgsub"),
  ...namesFrom("Jujutsu documentation, Settings", ".jj/", ".jjconfig.toml", ".config/jj/"),
  ...namesFrom("Subversion book, Runtime Configuration Area", ".svn/", ".subversion/"),
  ...namesFrom("Sapling documentation, Configuration", ".sl/", ".slconfig"),
  ...namesFrom("Breezy user reference, Configuration", ".bzr/"),
  ...namesFrom("Pijul manual, Configuration, hooks", ".pijul/"),
  ...namesFrom("Fossil documentation, settings (the checkout names the repository)", ".fslckout", "_fossil_"),
  ...namesFrom("Darcs manual, Configuring darcs", "_darcs/"),
  ...namesFrom("Husky documentation", ".husky/", ".huskyrc", ".huskyrc.*"),
  ...namesFrom("pre-commit documentation", ".pre-commit-config.yaml", ".pre-commit-config.yml"),
  ...namesFrom("pre-commit documentation, Creating new hooks", ".pre-commit-hooks.yaml"),
  ...namesFrom("Lefthook documentation, Config file name", "lefthook.*", ".lefthook.*", "lefthook-local.*"),
  ...namesFrom("Lefthook documentation, Config file name", ".lefthook-local.*", ".lefthook/"),
  ...namesFrom("lint-staged documentation, Configuration", ".lintstagedrc", ".lintstagedrc.*"),
  ...namesFrom("lint-staged documentation, Configuration", "lint-staged.config.*"),
  ...namesFrom("simple-git-hooks documentation", ".simple-git-hooks.*", "simple-git-hooks.*"),
  ...namesFrom("Overcommit documentation", ".overcommit.yml", ".overcommit/"),
  ...namesFrom("CaptainHook documentation", "captainhook.json"),
  ...namesFrom(
    "cargo-husky and rusty-hook documentation",
    ".cargo-husky/",
    "rusty-hook.toml",
    ".rusty-hook.toml",
  ),
  ...namesFrom("GrumPHP documentation", "grumphp.yml", "grumphp.yml.dist"),
  ...namesFrom("prek and hk documentation", "prek.toml", "hk.pkl"),
  ...namesFrom("nano-staged documentation, Configuration", ".nano-staged.*", "nano-staged.*"),
  ...namesFrom("Trunk and Qlty documentation", ".trunk/", ".qlty/"),
  ...namesFrom("Arcanist documentation: libraries and linters that it loads", ".arcconfig", ".arclint"),
  ...namesFrom("RBTools documentation, .reviewboardrc (Python)", ".reviewboardrc"),
  ...namesFrom("Helix Core documentation, P4CONFIG and rsh: ports", ".p4config", "p4config.txt"),
  ...namesFrom(
    "gitk(1), tig(1), lazygit documentation",
    ".gitk",
    ".tigrc",
    ".config/tig/",
    ".lazygit.yml",
    ".config/lazygit/",
  ),
  ...namesFrom("Fossil documentation, Versioned settings"),
];
