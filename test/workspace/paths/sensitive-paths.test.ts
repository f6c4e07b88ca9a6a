import { describe, expect, it } from "vitest";
import { isProtectedPath, isSecretPath, secretSearchExclusions } from "../../../src/workspace/index.js";
import { compileNamePatterns } from "../../../src/workspace/paths/name-pattern.js";

describe("isSecretPath", () => {
  it.each([
    ".env",
    ".ENV",
    ".Env",
    ".env.local",
    ".env.production",
    ".env.bak",
    ".env.",
    ".env ",
    ".env::$DATA",
    ".e\u200bnv",
    "\uff0eenv",
    "config/.env",
    "x/../.env",
    "credentials",
    "credentials.json",
    "Credentials.JSON",
    ".aws/credentials",
    ".netrc",
    ".pypirc",
    ".git-credentials",
    ".docker/config.json",
    ".kube/config",
    ".pgpass",
    ".htpasswd",
    "id_rsa",
    "id_ed25519",
    ".ssh/id_work",
    "server.key",
    "cert.pem",
    "store.p12",
    "gha-creds-abc.json",
    "client_secret_1.json",
    "terraform.tfstate",
    "prod.tfvars",
    ".gnupg/private-keys-v1.d/x",
    "C:\\work\\.env",
  ])("%j is secret", (path) => {
    expect(isSecretPath(path.includes(":\\") ? path : `/work/${path}`)).toBe(true);
  });

  it.each([
    ".env.example",
    ".env.sample",
    ".env.template",
    ".ENV.EXAMPLE",
    "environment.py",
    "env.ts",
    "env.d.ts",
    "src/env/index.ts",
    ".envrc",
    ".env/lib/python3/site.py",
    "id_rsa.pub",
    "credentials.ts",
    "credentials.test.ts",
    "src/credentials/index.ts",
    "keys.ts",
    "monkey",
    ".docker/Dockerfile",
    ".kube/notes.md",
    "config.json",
    ".ssh/config",
    "package.json",
  ])("%j is not", (path) => {
    expect(isSecretPath(`/work/${path}`)).toBe(false);
  });
});

describe("secretSearchExclusions", () => {
  it("gives globs that leave files out, none of which covers an example", () => {
    const globs = secretSearchExclusions();
    expect(globs).toContain("!**/.env");
    expect(globs).toContain("!**/*.pem");
    expect(globs.every((glob) => glob.startsWith("!**/"))).toBe(true);
    expect(globs).not.toContain("!**/.env.*");
  });
});

describe("isProtectedPath", () => {
  it.each([
    ".git/hooks/pre-commit",
    ".git/hooks",
    ".git/config",
    ".GIT/config",
    ".Git/hooks/post-checkout",
    ".g\u200cit/config",
    ".git./config",
    ".git::$INDEX_ALLOCATION/config",
    "GIT~1/config",
    "sub/module/.git/hooks/x",
    ".gitmodules",
    ".gitattributes",
    ".husky/pre-push",
    ".vscode/settings.json",
    ".VSCODE/tasks.json",
    ".idea/workspace.xml",
    ".mcp.json",
    ".claude/settings.json",
    ".cursor/mcp.json",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    "Jenkinsfile",
    ".bashrc",
    ".zshrc",
    ".profile",
    ".config/fish/config.fish",
    ".envrc",
    ".npmrc",
    ".ssh/authorized_keys",
    "C:\\work\\.git\\hooks\\x",
  ])("%j is protected", (path) => {
    expect(isProtectedPath(path.includes(":\\") ? path : `/work/${path}`)).toBe(true);
  });

  it.each([
    "src/hooks/use-git.ts",
    "git/config",
    ".gitignore",
    ".github/ISSUE_TEMPLATE.md",
    "vscode/settings.json",
    "docs/.bashrc.md",
    "bashrc",
    "npmrc",
    ".git",
    "src/index.ts",
  ])("%j is not", (path) => {
    expect(isProtectedPath(`/work/${path}`)).toBe(false);
  });
});

describe("name patterns", () => {
  it.each([
    ["a*c", "abc", true],
    ["a*c", "ac", true],
    ["a*c", "acb", false],
    ["*a*a*b", `${"a".repeat(500)}`, false],
    ["a", "A", true],
    ["a/b", "x/a/b", true],
    ["a/b", "a/b/c", false],
    ["a/", "x/a/b/c", true],
    ["a/", "x/ab/c", false],
    ["a.b", "axb", false],
  ])("%s on %s", (pattern, path, expected) => {
    expect(compileNamePatterns([pattern])(`/${path}`)).toBe(expected);
  });
});
