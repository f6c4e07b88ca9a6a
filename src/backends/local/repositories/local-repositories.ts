import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Repositories, type RepositoryCopy, ToolError } from "../../../contract/index.js";
import { findStateFolder } from "../file-locks/index.js";
import type { LocalShell } from "../shell/index.js";
import { readAddress } from "./repository-address.js";
import { DEFAULT_REPOSITORY_LIMITS, type RepositoryLimits } from "./repository-limits.js";
import { runGit } from "./run-git.js";
import { TreeSize, tooLarge } from "./tree-size.js";
import { watchSize } from "./watch-size.js";

/** Age below which a copy, even an incomplete one, may be in use. */
const IN_USE_MS = 60 * 60 * 1_000;

const FOLDER_NAME = "repositories";
/** Characters of a commit in the name of a copy. */
const SHORT_COMMIT_LENGTH = 16;
/**
 * Attributes that keep every file as it is in the repository: no filter runs, nothing is inserted or
 * converted.
 */
const PLAIN_ATTRIBUTES = "* -filter -ident -text -working-tree-encoding\n";
const COMMIT = /^[0-9a-f]{40,64}(?=\s)/;

/** Options of the copies of repositories. */
export interface LocalRepositoriesOptions extends Partial<RepositoryLimits> {
  /** Absolute path. Default: the platform's state directory. */
  readonly stateDirectory?: string;
}

/**
 * Creates the store that keeps shallow copies of git repositories in `repositories` of the state directory, a
 * folder of mode 0700: one folder for each commit, created under another name and then renamed, so that a
 * copy is complete or absent, and never changes while it is read.
 *
 * @param shell - runs git; not the shell of commands, whose sandbox would block the network
 */
export function localRepositories(shell: LocalShell, options: LocalRepositoriesOptions = {}): Repositories {
  const { stateDirectory, ...chosen } = options;
  const limits = { ...DEFAULT_REPOSITORY_LIMITS, ...chosen };
  /** Fetches in progress by URL; a call for the same URL waits. */
  const underway = new Map<string, Promise<unknown>>();

  function stateFolder(): string {
    const found = findStateFolder(FOLDER_NAME, stateDirectory);
    if (found.type === "found") return found.path;
    throw new ToolError(`There is no safe directory for copies of repositories: ${found.reason}.`, {
      code: "access-denied",
    });
  }

  async function fetch(url: string, signal: AbortSignal): Promise<RepositoryCopy> {
    const folder = stateFolder();
    const commit = await newestCommit(url, folder, signal);
    const path = copyPath(folder, url, commit);
    if (await isThere(path)) {
      await touch(path);
      return { path, commit, origin: "kept" };
    }
    const copy = await cloneInto(folder, url, signal);
    await cleanCopies(folder, limits, Date.now());
    return copy;
  }

  async function newestCommit(url: string, cwd: string, signal: AbortSignal): Promise<string> {
    const listing = await runGit(shell, { parameters: ["ls-remote", "--", url, "HEAD"], cwd, signal });
    const commit = COMMIT.exec(listing)?.[0];
    if (commit !== undefined) return commit;
    throw new ToolError(`The repository ${url} has no commit yet, so there is nothing to search.`, {
      code: "network-error",
    });
  }

  async function cloneInto(folder: string, url: string, signal: AbortSignal): Promise<RepositoryCopy> {
    const temporary = await mkdtemp(join(folder, ".new-"));
    try {
      await transfer(url, temporary, signal);
      // Explicit, because git would search for a repository in the parent folders.
      const gitFolders = [`--git-dir=${join(temporary, ".git")}`, `--work-tree=${temporary}`];
      const git = (parameters: readonly string[], onOutput?: (chunk: Uint8Array) => void) =>
        runGit(shell, {
          parameters: [...gitFolders, ...parameters],
          cwd: temporary,
          signal,
          onOutput,
        });
      const size = new TreeSize(limits);
      await git(["ls-tree", "-r", "-l", "-z", "HEAD"], (chunk) => size.add(chunk));
      // Overrides the attributes of the repository, which could name any filter in this user's configuration.
      await mkdir(join(temporary, ".git", "info"), { recursive: true });
      await writeFile(join(temporary, ".git", "info", "attributes"), PLAIN_ATTRIBUTES);
      await git(["checkout", "--quiet", "--force", "HEAD", "--", "."]);
      const commit = (await git(["rev-parse", "HEAD"])).trim();
      const path = copyPath(folder, url, commit);
      // Another call may have been faster; its copy is equivalent.
      await rename(temporary, path).catch(async (error: unknown) => {
        if (!(await isThere(path))) throw error;
      });
      return { path, commit, origin: "cloned" };
    } finally {
      await rm(temporary, { recursive: true, force: true }).catch(() => {});
    }
  }

  async function transfer(url: string, folder: string, signal: AbortSignal): Promise<void> {
    const watch = watchSize(folder, limits.maxBytes, signal);
    const shallow = ["--depth", "1", "--single-branch", "--no-tags", "--no-recurse-submodules"];
    const bare = ["--no-checkout", "--no-local", "--template=", "--quiet"];
    try {
      const parameters = ["clone", ...shallow, ...bare, "--", url, folder];
      await runGit(shell, { parameters, cwd: folder, signal: watch.signal });
    } catch (error) {
      throw watch.exceeded() ? tooLarge(limits) : error;
    } finally {
      watch.stop();
    }
  }

  return {
    plan: readAddress,
    async fetch({ url: requested, signal }) {
      const { url } = readAddress(requested);
      // Never concurrently: the second call finds the copy that the first one fetched.
      while (underway.has(url)) await underway.get(url)?.catch(() => {});
      const work = fetch(url, signal).finally(() => underway.delete(url));
      underway.set(url, work);
      return work;
    },
  };
}

function copyPath(folder: string, url: string, commit: string): string {
  const name = createHash("sha256").update(url).digest("hex").slice(0, SHORT_COMMIT_LENGTH);
  const readable = (/(?<![\w.-])([\w.-]+?)(?:\.git)?\/*$/.exec(url)?.[1] ?? "")
    .replace(/^[.-]+/, "")
    .slice(0, 40);
  return join(folder, `${readable || "repository"}-${name}-${commit.slice(0, SHORT_COMMIT_LENGTH)}`);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Records the use of a copy; if that fails, the copy is only removed earlier. */
async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

/** Removes expired copies and those above the limit, least recently used first. Never rejects. */
async function cleanCopies(folder: string, limits: RepositoryLimits, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const copies: { readonly path: string; readonly usedAtMs: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) copies.push({ path, usedAtMs: found.mtimeMs });
  }
  copies.sort((one, other) => other.usedAtMs - one.usedAtMs);
  for (const [index, { path, usedAtMs }] of copies.entries()) {
    const ageMs = nowMs - usedAtMs;
    if (ageMs < IN_USE_MS || (index < limits.maxCopies && ageMs < limits.retentionMs)) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}
