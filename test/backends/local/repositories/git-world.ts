import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const run = promisify(execFile);

/** A git repository in a temporary folder, with everything that a hostile one might have. */
export interface GitWorld {
  /** The folder that all of it is in; real path. */
  readonly base: string;
  /** Of the bare repository. */
  readonly url: string;
  readonly bare: string;
  readonly stateDirectory: string;
  git(cwd: string, ...parameters: string[]): Promise<string>;
  /** Writes files and commits them to the bare repository; returns the commit. */
  commit(files: Readonly<Record<string, string | { readonly link: string }>>): Promise<string>;
}

export async function createGitWorld(): Promise<GitWorld> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "collet-git-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const work = join(base, "work");
  const bare = join(base, "library.git");
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: base,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  };
  const git = async (cwd: string, ...parameters: string[]) => {
    const { stdout } = await run("git", parameters, { cwd, env: environment });
    return stdout.trim();
  };
  await git(base, "init", "--quiet", "--bare", "--initial-branch=main", bare);
  await mkdir(work);
  const commits = [`--git-dir=${bare}`, `--work-tree=${work}`];
  return {
    base,
    bare,
    url: pathToFileURL(bare).href,
    stateDirectory: join(base, "state"),
    git,
    async commit(files) {
      for (const [name, content] of Object.entries(files)) {
        const path = join(work, name);
        await mkdir(dirname(path), { recursive: true });
        await rm(path, { force: true });
        if (typeof content === "string") await writeFile(path, content);
        else await symlink(content.link, path);
      }
      await git(work, ...commits, "add", "--all");
      await git(work, ...commits, "commit", "--quiet", "--message", "A change");
      return git(bare, "rev-parse", "HEAD");
    },
  };
}
