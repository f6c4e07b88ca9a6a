import { compileNamePatterns, foldSegment, type NamePattern } from "./name-pattern.js";

/** Files that hold secrets: never read for a model, left out of text search. Listed by name they may be. */
export const SECRET_FILE_PATTERNS: readonly NamePattern[] = [
  ".env",
  ".env.*",
  "credentials",
  "credentials.*",
  ".credentials",
  ".credentials.*",
  "client_secret*.json",
  "gha-creds-*.json",
  "service-account*.json",
  "service_account*.json",
  "secrets.json",
  "secrets.yaml",
  "secrets.yml",
  "secrets.toml",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".pypirc",
  ".htpasswd",
  ".git-credentials",
  ".vault-token",
  ".docker/config.json",
  ".dockercfg",
  ".kube/config",
  ".config/gh/hosts.yml",
  ".cargo/credentials",
  ".terraformrc",
  "terraform.rc",
  "*.tfstate",
  "*.tfstate.backup",
  "*.tfvars",
  "id_rsa",
  "id_dsa",
  "id_ecdsa",
  "id_ecdsa_sk",
  "id_ed25519",
  "id_ed25519_sk",
  "*.key",
  "*.pem",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  ".gnupg/",
  ".ssh/id_*",
];

/** Names that look like secrets and are meant to be read. */
const EXAMPLE_PATTERNS: readonly NamePattern[] = [
  ".env.example",
  ".env.sample",
  ".env.template",
  ".env.dist",
  ".env.defaults",
  "credentials.example*",
  "credentials.sample*",
  "credentials.template*",
  "*.tfvars.example",
  "*.pub",
  ...sourceFilesNamed("credentials"),
];

function sourceFilesNamed(name: string): NamePattern[] {
  const extensions = [
    "c",
    "cpp",
    "cs",
    "go",
    "h",
    "java",
    "js",
    "jsx",
    "kt",
    "md",
    "mjs",
    "php",
    "py",
    "rb",
    "rs",
    "rst",
    "scala",
    "svelte",
    "swift",
    "ts",
    "tsx",
    "vue",
  ];
  return extensions.flatMap((extension) => [`${name}.${extension}`, `${name}.*.${extension}`]);
}

const isListedSecret = compileNamePatterns(SECRET_FILE_PATTERNS);
const isExample = compileNamePatterns(EXAMPLE_PATTERNS);

/**
 * Tells by its name whether a file holds secrets (design §6). Pure: looks at no file.
 *
 * @param path - absolute or relative, of any platform; case, trailing dots and invisible characters do not count
 * @example
 * isSecretPath("/project/.env.production"); // true
 * isSecretPath("/project/.env.example"); // false
 */
export function isSecretPath(path: string): boolean {
  return isListedSecret(path) && !isExample(path);
}

/**
 * Globs that keep secret files out of a text search, for `SearchScope.globs`.
 *
 * They save the search the work; because globs tell case apart, each match is to be asked about with
 * {@link isSecretPath} all the same.
 */
export function secretSearchExclusions(): readonly string[] {
  return SECRET_FILE_PATTERNS.filter((pattern) => !mayCoverExample(pattern)).map(
    (pattern) => `!**/${pattern.replace(/\/$/, "")}`,
  );
}

// A glob cannot say "but not the examples", so these patterns are left to isSecretPath.
function mayCoverExample(pattern: NamePattern): boolean {
  return pattern === ".env.*" || pattern === "credentials.*" || foldSegment(pattern).startsWith(".ssh");
}
