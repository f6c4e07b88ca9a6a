import type { DirectoryEntry, FileSystem } from "../../contract/index.js";

/**
 * Paths in the home folder where programs keep credentials. Source of each: the manual of the program in its name,
 * section on files or credentials.
 */
const HOME_SECRETS = [
  ".ssh",
  ".gnupg",
  ".password-store",
  ".local/share/keyrings",
  "Library/Keychains",
  ".aws",
  ".azure",
  ".config/gcloud",
  ".config/gh",
  ".config/op",
  ".docker/config.json",
  ".kube",
  ".git-credentials",
  ".config/git/credentials",
  ".netrc",
  ".npmrc",
  ".pgpass",
  ".pypirc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
] as const;

/** Folders of one root that are searched, the upper ones first. */
const MAX_FOLDERS = 1_000;

/** Names that are examined in one root. */
const MAX_NAMES = 10_000;

/** Folders listed concurrently. */
const LISTED_TOGETHER = 8;

/**
 * Milliseconds after which no further folder is listed: a command waits for the result, and a network volume may be
 * slow.
 */
const MAX_SURVEY_MS = 1_000;

/** Milliseconds for which a result is valid: commands come in bursts. */
const ANSWER_HOLDS_MS = 5_000;

/** Dependencies and whole repositories are not searched. */
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Options of a survey. */
export interface SurveyScope {
  readonly files: FileSystem;
  /** Real paths. */
  readonly roots: () => Promise<readonly string[]>;
  readonly isSecret: (path: string) => boolean;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Finds secret files and folders by their names: known paths of the home folder, and the roots, folder by folder from
 * the top, until a limit is reached. A result is valid for some seconds.
 */
export class SecretSurvey {
  readonly #scope: SurveyScope;
  #answer: { readonly at: number; readonly paths: Promise<readonly string[]> } | undefined;

  constructor(scope: SurveyScope) {
    this.#scope = scope;
  }

  /** Returns real paths, none of which is inside another. Never rejects. */
  find(): Promise<readonly string[]> {
    const at = this.#scope.now();
    if (this.#answer === undefined || at - this.#answer.at > ANSWER_HOLDS_MS) {
      this.#answer = { at, paths: this.#survey().catch(() => []) };
    }
    return this.#answer.paths;
  }

  async #survey(): Promise<readonly string[]> {
    const until = this.#scope.now() + MAX_SURVEY_MS;
    const roots = await this.#scope.roots();
    const found = new Set(await this.#inHome(roots));
    for (const root of roots) for (const path of await this.#below(root, until)) found.add(path);
    return [...found];
  }

  async #inHome(roots: readonly string[]): Promise<readonly string[]> {
    const { files } = this.#scope;
    const { homeDirectory, path } = files;
    if (homeDirectory === undefined) return [];
    const found: string[] = [];
    for (const name of HOME_SECRETS) {
      const resolved = await files
        .resolve(path.join(homeDirectory, ...name.split("/")))
        .catch(() => undefined);
      if (resolved?.stat === undefined) continue;
      const holdsRoot = roots.some(
        (root) => root === resolved.path || root.startsWith(resolved.path + path.sep),
      );
      if (!holdsRoot) found.push(resolved.path);
    }
    return found;
  }

  async #below(root: string, until: number): Promise<readonly string[]> {
    const { files, isSecret, now } = this.#scope;
    const found: string[] = [];
    let names = 0;
    let folders = 0;
    let level: readonly string[] = [root];
    while (level.length > 0 && folders < MAX_FOLDERS && names < MAX_NAMES) {
      const next: string[] = [];
      for (let start = 0; start < level.length && folders < MAX_FOLDERS; start += LISTED_TOGETHER) {
        if (now() > until) return found;
        const together = level.slice(start, start + LISTED_TOGETHER);
        folders += together.length;
        const listings = await Promise.all(together.map((folder) => this.#list(folder)));
        for (const [index, listing] of listings.entries()) {
          for (const { name, type } of listing.slice(0, Math.max(0, MAX_NAMES - names))) {
            const path = files.path.join(together[index] ?? root, name);
            if (isSecret(path)) found.push(path);
            else if (type === "directory" && !PASSED_OVER.has(name)) next.push(path);
          }
          names += listing.length;
        }
      }
      level = next;
    }
    return found;
  }

  async #list(folder: string): Promise<readonly DirectoryEntry[]> {
    try {
      const directory = await this.#scope.files.openDirectory(folder);
      try {
        return await directory.list();
      } finally {
        await directory.close();
      }
    } catch {
      return [];
    }
  }
}
