import { compileNamePatterns, type NamePattern } from "./name-pattern.js";

/**
 * Places where a write runs code later, or changes the rules of tools and agents: asked about in every mode
 * (design §6).
 */
export const PROTECTED_PATH_PATTERNS: readonly NamePattern[] = [
  // version control
  ".git/hooks/",
  ".git/info/",
  ".git/modules/",
  ".git/config",
  ".git/config.worktree",
  ".gitconfig",
  ".gitmodules",
  ".gitattributes",
  ".config/git/",
  ".hg/hgrc",
  ".husky/",
  // The short name of `.git` on Windows volumes.
  "git~1/",
  // editors
  ".vscode/",
  ".idea/",
  ".devcontainer/",
  // agents
  ".mcp.json",
  ".claude/",
  ".claude.json",
  ".cursor/",
  ".codex/",
  ".gemini/",
  ".opencode/",
  ".amp/",
  ".agents/",
  // continuous integration
  ".github/workflows/",
  ".github/actions/",
  ".gitlab-ci.yml",
  ".circleci/",
  ".travis.yml",
  "azure-pipelines.yml",
  "jenkinsfile",
  ".woodpecker/",
  ".buildkite/",
  // shells and what they load
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".cshrc",
  ".tcshrc",
  ".inputrc",
  ".config/fish/",
  ".envrc",
  // package managers and tools that read a file at start
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".yarn/",
  ".pnpmfile.cjs",
  ".ripgreprc",
  ".pre-commit-config.yaml",
  ".ssh/",
  "crontab",
  ".config/systemd/",
  ".config/autostart/",
  "library/launchagents/",
  "library/launchdaemons/",
];

const isListed = compileNamePatterns(PROTECTED_PATH_PATTERNS);

/**
 * Tells by its name whether a change of a path must be asked about in every mode. Pure: looks at no file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters do not count
 * @example
 * isProtectedPath("/project/.git/hooks/pre-commit"); // true
 * isProtectedPath("/project/src/hooks/index.ts"); // false
 */
export function isProtectedPath(path: string): boolean {
  return isListed(path);
}
