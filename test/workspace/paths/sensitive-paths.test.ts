import { describe, expect, it } from "vitest";
import { isProtectedPath, isSecretPath, secretSearchExclusions } from "../../../src/workspace/index.js";
import { compileNamePatterns } from "../../../src/workspace/paths/name-pattern.js";
import { PROTECTED_NAMES } from "../../../src/workspace/paths/protected-paths.js";
import { READABLE_NAMES, SECRET_NAMES } from "../../../src/workspace/paths/secret-names/index.js";

describe("isSecretPath", () => {
  it.each([
    ".env",
    ".ENV",
    ".Env",
    ".env.local",
    ".envrc.local",
    ".gemini/oauth_creds.json",
    ".cache/huggingface/token",
    ".config/github-copilot/apps.json",
    ".cloudflared/x.json",
    ".authinfo.gpg",
    ".pg_service.conf",
    ".foundry/keystores/x",
    ".secret",
    ".local/share/fish/fish_history",
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
    ".env~",
    ".env-local",
    ".env_prod",
    "prod.env",
    "PROD.ENV",
    "prod.env.bak",
    "prod.env~",
    ".prod.env.swp",
    ".env.swp",
    ".env.un~",
    "#.env#",
    ".#.env",
    "#prod.env#",
    ".env copy",
    "copy of .env",
    ".env (1)",
    "id_rsa.bak",
    "id_rsa~",
    "server.pem.orig",
    "server.key.2",
    "credentials.old",
    ".netrc.save",
    ".netrc.swp",
    ".pgpass.swo",
    ".netrc.un~",
    ".id_rsa.swp",
    "#.netrc",
    "old_id_rsa",
    "copy-.netrc",
    "backup.id_rsa",
    "~$credentials",
    "._id_rsa",
    "id_rsa(2)",
    "id_rsa.bk",
    "prod.env.new",
    "server.pem.txt",
    "server.key.ucf-old",
    "prod.env_",
    "secrets.prod.yaml",
    "rootkey.csv",
    "kubeconfig-prod",
    "key.properties",
    "token.json",
    ".vault_password",
    ".git-credentials~",
    ".ssh/deploy",
    ".aws/config",
    ".azure/msal_token_cache.json",
    ".config/gcloud/access_tokens.db",
    ".kube/prod",
    ".password-store/mail.gpg",
    ".dev.vars",
    ".my.cnf",
    "ssh_host_ed25519_key",
    "AuthKey.p8",
  ])("recognises %j as secret", (path) => {
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
    ".ssh/known_hosts",
    ".ssh/id_work.pub",
    ".env.example~",
    ".env.example.swp",
    "old_.env.example",
    "secrets.example.yaml",
    "new-user.ts",
    "old.ts",
    "copy.txt",
    ".env-example",
    ".env.local.example",
    "example.env",
    "vite-env.d.ts",
    "environments/prod.ts",
    "src/dotenv.ts",
    "main.ts.bak",
    "main.ts~",
    "secrets.ts",
    "auth.json",
    "locales/en/auth.json",
    ".npmrc",
    "token.go",
    "package.json",
  ])("does not recognise %j as protected", (path) => {
    expect(isSecretPath(`/work/${path}`)).toBe(false);
  });
});

describe("secretSearchExclusions", () => {
  it("returns globs that exclude files, none of which covers an example", () => {
    const globs = secretSearchExclusions();
    expect(globs).toContain("!**/.env");
    expect(globs).toContain("!**/*.pem");
    expect(globs.every((glob) => glob.startsWith("!**/"))).toBe(true);
    expect(globs).toContain("!**/.aws");
    for (const pattern of [".env.*", ".env-*", "*.env", ".ssh", ".kube", "*.tfvars"]) {
      expect(globs, pattern).not.toContain(`!**/${pattern}`);
    }
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
    ".git",
    "sub/.git",
    ".git/commondir",
    ".git/worktrees/x/gitdir",
    ".git/modules/x/config",
    ".git/objects/info/alternates",
    ".git/info/attributes",
    ".git/rebase-merge/git-rebase-todo",
    "HEAD",
    "fixtures/repo/HEAD",
    ".hg/hgrc",
    ".jj/repo/config.toml",
    "lefthook.yml",
    "lefthook-local.toml",
    ".lintstagedrc.json",
    ".devcontainer.json",
    ".zed/tasks.json",
    "app.code-workspace",
    ".vimrc",
    "_vimrc",
    ".nvim.lua",
    ".exrc",
    ".dir-locals.el",
    ".roo/mcp.json",
    ".kiro/hooks/x",
    ".qwen/settings.json",
    ".windsurf/workflows/x.md",
    ".continue/config.yaml",
    "opencode.json",
    "opencode.jsonc",
    "crush.json",
    ".crush.json",
    ".aider.conf.yml",
    ".drone.yml",
    ".woodpecker.yml",
    "bitbucket-pipelines.yml",
    ".forgejo/workflows/x.yml",
    ".gitea/workflows/x.yml",
    "appveyor.yml",
    "Jenkinsfile.release",
    ".cirrus.yml",
    ".build.yml",
    ".cargo/config.toml",
    ".cargo/config",
    "crates/x/.cargo/config.toml",
    "rust-toolchain.toml",
    "rust-toolchain",
    ".tool-versions",
    "mise.toml",
    ".python-version",
    ".gdbinit",
    ".lldbinit",
    ".pdbrc",
    "sitecustomize.py",
    "venv/lib/python3/site-packages/x.pth",
    ".yarnrc.yml",
    ".pnpmfile.cjs",
    "bunfig.toml",
    "gradle/wrapper/gradle-wrapper.properties",
    ".mvn/jvm.config",
    ".ripgreprc",
    ".curlrc",
    "Microsoft.PowerShell_profile.ps1",
    ".github/lsp.json",
    "claude_desktop_config.json",
    ".rulesync/x",
    ".zuul.d/jobs.yaml",
    ".prow.yaml",
    "ci_scripts/ci_post_clone.sh",
    ".bsp/sbt.json",
    ".ycm_extra_conf.py",
    ".project",
    ".obsidian/plugins/x/main.js",
    ".rvmrc",
    ".local/bin/ls",
    ".rhosts",
    ".wezterm.lua",
    "hk.pkl",
    ".arcconfig",
    ".p4config",
    "global.json",
    ".prototools",
    ".cargo/bin/cargo",
    ".pdm-python",
    "login.sql",
    ".duckdbrc",
    ".valgrindrc",
    ".RData",
    ".sbclrc",
    "matplotlibrc",
  ])("recognises %j as protected", (path) => {
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
    ".gitkeep",
    ".github/CODEOWNERS",
    ".github/copilot-instructions.md",
    "AGENTS.md",
    "CLAUDE.md",
    "package.json",
    "Makefile",
    "pyproject.toml",
    "Cargo.toml",
    "build.gradle",
    "conftest.py",
    "Dockerfile",
    "tsconfig.json",
    "vite.config.ts",
    ".eslintrc.json",
    ".prettierrc",
    ".editorconfig",
    ".nvmrc",
    ".dockerignore",
    ".ruby-version",
    "netlify.toml",
    "pnpm-workspace.yaml",
    "bin/project",
    "src/settings/global.json.ts",
    "head.tsx",
    "src/head.ts",
    "models/weights.pth",
    "config/config.toml",
    "config",
    "objects/mesh.ts",
    "settings.json",
    "src/index.ts",
  ])("does not recognise %j as protected", (path) => {
    expect(isProtectedPath(`/work/${path}`)).toBe(false);
  });
});

describe("the lists of sensitive names", () => {
  it.each([
    ["protected places", PROTECTED_NAMES],
    ["secrets", SECRET_NAMES],
    ["readable names", READABLE_NAMES],
  ] as const)("names a source for every row of the %s, and lists no row twice", (_title, places) => {
    expect(places.filter(({ source }) => source.length < 4)).toEqual([]);
    const patterns = places.map(({ pattern }) => pattern);
    expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
    expect(patterns.filter((pattern) => pattern !== pattern.toLowerCase())).toEqual([]);
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
  ])("matches patterns: %s on %s", (pattern, path, expected) => {
    expect(compileNamePatterns([pattern])(`/${path}`)).toBe(expected);
  });

  it.each([
    ["*.key", ["a.key", ".key"], ["key", "a.keys", "a.key.b"]],
    ["id_*", ["id_", "id_rsa"], ["xid_rsa", "id"]],
    ["a*z", ["az", "a.z"], ["a", "za", "azb"]],
    ["*token*", ["token", "my-token.json"], ["toke", "t.oken"]],
    ["*", ["anything"], []],
    ["🔑*", ["🔑", "🔑a"], ["a🔑"]],
    ["*🔑", ["🔑", "a🔑"], ["🔑a"]],
  ] as const)(
    "matches with %s the names %j and no others, beside patterns of all forms",
    (pattern, names, others) => {
      const beside = ["*.none", "none*", "n*e", "*none*.", "none", "folder/*.none"];
      const matches = compileNamePatterns([...beside.slice(0, 3), pattern, ...beside.slice(3)]);
      expect(names.filter((name) => !matches(`/x/${name}`))).toEqual([]);
      expect(others.filter((name) => matches(`/x/${name}`))).toEqual([]);
    },
  );
});

describe("short names of FAT and NTFS volumes", () => {
  it.each([
    "GIT~1/config",
    "GITHUB~1/workflows/x.yml",
    "github~2/WORKFL~1/x.yml",
    "GI0A1B~1/hooks/x",
    "VSCODE~1/settings.json",
    "BASHRC~1",
    "GITMOD~1",
    "sub/HUSKY~1/x",
    "DEVCON~1.JSO",
    "PRE-CO~1.YAM",
    "OPENCO~1.JSO",
    "BAZELR~1",
    "BAZEL~12",
  ])("protects %s", (path) => {
    expect(isProtectedPath(`/project/${path}`)).toBe(true);
  });

  it.each([
    "ENV~1",
    "env~1.loc",
    "ENVPRO~1.LOC",
    "ENV~2.EXA",
    "SSH~1/x",
    "AWS~1/config",
    "CREDEN~1",
    "CREDEN~1.JSO",
    "CR12AB~1.JSO",
    "ID_ED2~1",
    "NETRC~1",
    "SERVIC~1.JSO",
    "STORE~1.KEY",
    "APP~1.JCE",
    "TERRAF~1.TFS",
  ])("keeps %s secret", (path) => {
    expect(isSecretPath(`/project/${path}`)).toBe(true);
  });

  it.each([
    "HEAD~1",
    "main~1",
    "a~1",
    "README~1.MD",
    "h~1",
    "CONFIG~1.JS",
    "src/INDEX~1.TS",
    "github~1.txt",
    "env~1.d.ts",
    "ENVIRONMENT~1",
    "~1",
    "a~",
    "x~y",
    "GITHUB~1x",
  ])("does not protect or hide %s", (path) => {
    expect(isSecretPath(`/project/${path}`) || isProtectedPath(`/project/${path}`)).toBe(false);
  });
});

describe("names found in a review of the lists", () => {
  it.each([
    "GITMOD~2",
    "GI7EBA~1",
    "GITATT~1",
    ".bazelrc",
    "tools/bazel",
    ".buckconfig",
    "ansible.cfg",
    ".erlang",
    ".octaverc",
    ".user.ini",
    ".actrc",
    "Autorun.inf",
  ])("protects %s", (path) => {
    expect(isProtectedPath(`/project/${path}`)).toBe(true);
  });

  it.each([
    "release.jceks",
    "store.bcfks",
    "app.snk",
    "platform.pk8",
    "prod.agekey",
    "http.keytab",
    "krb5cc_1000",
    "login.keychain-db",
    "app-firebase-adminsdk-ab1.json",
    "local.settings.json",
    "kubeconfig.yaml",
    "admin.conf",
    "prod.tfplan",
    ".sentryclirc",
    "kaggle.json",
    ".ngrok2/ngrok.yml",
    "logins.json",
    ".bash_history",
    ".psql_history",
    "htpasswd",
  ])("keeps %s secret", (path) => {
    expect(isSecretPath(`/project/${path}`)).toBe(true);
  });

  it.each(["kubeconfig.ts", "settings.json", "bazel/BUILD", "history.ts", "github~1.txt", "plan.tf"])(
    "does not protect or hide %s",
    (path) => {
      expect(isSecretPath(`/project/${path}`) || isProtectedPath(`/project/${path}`)).toBe(false);
    },
  );
});
