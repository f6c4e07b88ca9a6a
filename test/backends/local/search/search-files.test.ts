import { execFileSync } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Search, SearchScope } from "../../../../src/contract/index.js";
import { LOCAL_SEARCHES } from "../../local-searches.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

const signal = new AbortController().signal;
/** The search under test; see `LOCAL_SEARCHES`. */
let search: Search;

const TREE = {
  ".gitignore": "*.log\nnode_modules/\n!keep.log\nbuild\n",
  ".env": "A=1",
  ".github/workflows/ci.yml": "",
  "package.json": "{}",
  "readme.md": "",
  "debug.log": "",
  "keep.log": "",
  "src/index.ts": "",
  "src/index.js": "",
  "src/data.json": "{}",
  "src/util/latest.ts": "",
  "src/UPPER/a.ts": "",
  "src/deep/er/b.ts": "",
  "src/debug.log": "",
  "src/build/out.ts": "",
  "test/a.test.ts": "",
  "node_modules/x/index.js": "",
  "node_modules/x/package.json": "",
};

async function filesIn(folder: string, scope: Partial<SearchScope> = {}): Promise<string[]> {
  const found: string[] = [];
  for await (const path of search.files({ path: folder, signal, ...scope }))
    found.push(relative(folder, path));
  return found.sort();
}

describe.each(LOCAL_SEARCHES)("search.files %s", (_name, used) => {
  beforeAll(() => {
    search = used;
  });

  it.each([
    ["**/*.js", ["src/index.js"]],
    ["src/**/*.ts", ["src/UPPER/a.ts", "src/deep/er/b.ts", "src/index.ts", "src/util/latest.ts"]],
    ["*.json", ["package.json"]],
    ["**/*test*", ["src/util/latest.ts", "test/a.test.ts"]],
    ["**/*.{js,json}", ["package.json", "src/data.json", "src/index.js"]],
    ["src/[a-z]*/*.ts", ["src/util/latest.ts"]],
    ["src/*", ["src/data.json", "src/index.js", "src/index.ts"]],
    ["src/deep/", ["src/deep/er/b.ts"]],
    ["{src/util,test}/*.ts", ["src/util/latest.ts", "test/a.test.ts"]],
    ["x{,y}.md", []],
    ["readme{,2}.md", ["readme.md"]],
    [
      "**",
      [
        "keep.log",
        "package.json",
        "readme.md",
        "src/UPPER/a.ts",
        "src/data.json",
        "src/deep/er/b.ts",
        "src/index.js",
        "src/index.ts",
        "src/util/latest.ts",
        "test/a.test.ts",
      ],
    ],
  ])("finds %s", async (glob, expected) => {
    const folder = await temporaryFolder();
    await writeTree(folder, TREE);
    expect(await filesIn(folder, { globs: [glob] })).toEqual(expected);
  });

  it.each([
    "*.log",
    "**/*.log",
    "node_modules/**",
    "**/node_modules/**/*.json",
    "src/build/*",
    "**/{build,x}/*",
  ])("does not include files that .gitignore excludes for %s", async (glob) => {
    const folder = await temporaryFolder();
    await writeTree(folder, TREE);
    const found = await filesIn(folder, { globs: [glob] });
    expect(found.filter((path) => path !== "keep.log")).toEqual([]);
    expect((await filesIn(folder, { globs: [glob], ignored: true })).length).toBeGreaterThan(0);
  });

  it("obeys .gitignore inside and outside a git repository", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, TREE);
    const outside = await filesIn(folder);
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    expect(await filesIn(folder)).toEqual(outside);
    expect(outside).not.toContain("debug.log");
  });

  it("excludes hidden files, unless requested or spelled with their dot", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { ...TREE, ".git/config": "", "src/.git/HEAD": "" });
    expect((await filesIn(folder)).filter((path) => path.startsWith("."))).toEqual([]);
    expect(await filesIn(folder, { globs: [".github/**/*.yml"] })).toEqual([".github/workflows/ci.yml"]);
    expect(await filesIn(folder, { globs: ["**/.env"] })).toEqual([".env"]);
    const all = await filesIn(folder, { hidden: true, ignored: true });
    expect(all).toContain(".env");
    expect(all.filter((path) => path.includes(".git/"))).toEqual([]);
    expect(await filesIn(folder, { globs: [".git/**", "**/.git/*"], hidden: true, ignored: true })).toEqual(
      [],
    );
  });

  it("walks only the folder that a glob starts with, and misses no file in it", async () => {
    const folder = await temporaryFolder();
    const names = [
      "s",
      "sr",
      "src",
      "srcs",
      "sre",
      "xsrc",
      "src.x",
      "src-a",
      "Src",
      "-",
      ".src",
      "ü",
      "src]",
      "[!s]",
    ];
    const tree: Record<string, string> = {};
    for (const first of names) {
      for (const second of names) {
        for (const file of ["f.ts", "s", "src"]) tree[`d${first}/d${second}/${file}`] = "";
        tree[`${first}/${second}/f.ts`] = "";
      }
      tree[`${first}/f.ts`] = "";
    }
    await writeTree(folder, tree);
    const all = await filesIn(folder, { hidden: true });
    const below = (start: string) => all.filter((path) => path.startsWith(start) && path.endsWith("f.ts"));
    for (const name of names) {
      const glob = name.replace(/[[\]!]/g, "\\$&");
      expect(await filesIn(folder, { globs: [`${glob}/**/*.ts`], hidden: true })).toEqual(below(`${name}/`));
      expect(await filesIn(folder, { globs: [`./d${glob}/d${glob}/f.ts`], hidden: true })).toEqual([
        `d${name}/d${name}/f.ts`,
      ]);
    }
    expect(await filesIn(folder, { globs: ["src/s/*.ts", "src/src/*.ts"] })).toEqual([
      "src/s/f.ts",
      "src/src/f.ts",
    ]);
    expect(await filesIn(folder, { globs: ["src/**/f.ts", "s/f.ts"] })).toHaveLength(15);
    expect(await filesIn(folder, { globs: ["src/f.ts", "f.ts", "!src/s"] })).toEqual(["src/f.ts"]);
  });

  it("excludes names of a ! glob, with all below a folder", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, TREE);
    expect(await filesIn(folder, { globs: ["**/*.ts", "!**/deep", "!src/[u]til/*"] })).toEqual([
      "src/UPPER/a.ts",
      "src/index.ts",
      "test/a.test.ts",
    ]);
    expect(await filesIn(folder, { globs: ["!src", "!*.md"] })).toEqual([
      "keep.log",
      "package.json",
      "test/a.test.ts",
    ]);
  });

  it("lets no ignore file of the project include an excluded file", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, {
      ".ignore": "!.env\n!.x\n!secret.key\n",
      ".env": "",
      ".x/b": "",
      "secret.key": "",
      "a.txt": "",
    });
    const globs = ["!**/.env", "!**/.x/b", "!**/*.k[e]y"];
    expect(await filesIn(folder, { hidden: true, globs })).toEqual([".ignore", "a.txt"]);
    expect(await filesIn(folder, { globs })).toEqual(["a.txt"]);
  });

  it("does not follow symlinks out of the folder, nor in loops", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeTree(outside, { "secret.txt": "" });
    await writeTree(folder, { "a/b.txt": "" });
    await symlink(outside, join(folder, "link"));
    await symlink("..", join(folder, "a/up"));
    expect(await filesIn(folder, { globs: ["**/*.txt"] })).toEqual(["a/b.txt"]);
    expect(await filesIn(folder, { globs: ["link/*"] })).toEqual([]);
  });

  it("returns names with blanks, newlines and other scripts unchanged", async () => {
    const folder = await temporaryFolder();
    const names = ["a b.txt", "a\nb.txt", "ü.txt", "日本.txt", "-x.txt", "a:1:b.txt"];
    for (const name of names) await writeFile(join(folder, name), "");
    expect(await filesIn(folder, { globs: ["*.txt"] })).toEqual(names.sort());
  });

  it("treats a glob that looks like an option as a glob", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "evil.sh": "#!/bin/sh\ntouch PWNED\n", "a.txt": "" });
    expect(await filesIn(folder, { globs: ["--pre=./evil.sh"] })).toEqual([]);
    expect(await filesIn(folder)).toEqual(["a.txt", "evil.sh"]);
  });

  it.each(["link", "link/below"])(
    "refuses to start in %s, which leads through a symlink that may be new since the approval",
    async (start) => {
      const folder = await temporaryFolder();
      await writeTree(folder, { "real/below/a.txt": "" });
      await symlink("real", join(folder, "link"));
      await expect(filesIn(join(folder, start))).rejects.toMatchObject({ code: "changed-since-approval" });
      expect(await filesIn(join(folder, "real/below"))).toEqual(["a.txt"]);
    },
  );

  it("ends its process when the loop is left early", async () => {
    const folder = await temporaryFolder();
    await writeTree(
      folder,
      Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}.txt`, ""])),
    );
    for (let round = 0; round < 5; round += 1) {
      for await (const path of search.files({ path: folder, signal })) {
        expect(path.startsWith(folder)).toBe(true);
        break;
      }
    }
    await expect.poll(() => childrenOfThisProcess()).toEqual([]);
  });

  it.each([
    ["not-found", "nothing", /ENOENT: no such file or directory '.*nothing'/],
    ["not-a-directory", "a.txt", /is a file/],
  ])("reports %s", async (code, name, message) => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "" });
    await expect(filesIn(join(folder, name))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("reports an invalid glob", async () => {
    await expect(filesIn(await temporaryFolder(), { globs: ["[a"] })).rejects.toMatchObject({
      code: "invalid-pattern",
    });
  });

  it("stops when the signal is aborted", async () => {
    const folder = await temporaryFolder();
    const aborted = AbortSignal.abort();
    await expect(filesIn(folder, { signal: aborted })).rejects.toMatchObject({ code: "cancelled" });
  });
});

function childrenOfThisProcess(): string[] {
  const output = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  return output.split("\n").filter((line) => /\brg\b/.test(line));
}
