import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend, treeSearch } from "../../../src/backends/memory/index.js";
import { type Backend, ToolError } from "../../../src/contract/index.js";
import { seedFolder, seedMemory } from "../backend-factories.js";
import { temporaryFolder } from "../temporary-folder.js";

const signal = new AbortController().signal;

async function filesIn(
  backend: Backend,
  path: string,
  options: { readonly hidden?: boolean } = {},
): Promise<string[]> {
  const found: string[] = [];
  for await (const file of backend.search?.files({ path, signal, ...options }) ?? []) found.push(file);
  return found.sort();
}

async function textsOf(backend: Backend, path: string, pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { text } of backend.search?.text({ path, pattern, signal }) ?? []) found.push(text);
  return found;
}

describe("a search in memory", () => {
  const RULES = [
    "a",
    "/a",
    "a/",
    "/a/",
    "*",
    "!a",
    "!/a",
    "!a/",
    "a/b",
    "/a/b/",
    "**/b",
    "a/**",
    "a/**/c",
    "*.x",
    "!*.x",
    "b*",
    "?",
    "[ab]",
    "[!a]",
    "{a,c}",
    "\\a",
    "\\!b",
    "#a",
    "",
    "  ",
    "a ",
    "a\\ ",
    "!.h",
    ".h",
    "!b/c",
    "c.x",
    "[",
    "**",
    "***",
    "!c",
  ];
  const NAMES = ["a", "b", "c", "c.x", ".h", "!b"];

  it("obeys ignore files as ripgrep does", async () => {
    const rules = fc.array(fc.constantFrom(...RULES), { maxLength: 4 }).map((lines) => lines.join("\n"));
    const ignoreFile = fc.tuple(
      fc.constantFrom("", "a/", "b/", "a/b/"),
      fc.constantFrom(".gitignore", ".gitignore", ".ignore", ".rgignore"),
      rules,
    );
    const filePath = fc
      .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
      // A name is always a folder or always a file, so that no entry is in the way of another.
      .map((names) => `${names.join("/")}/file.x`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(ignoreFile, { maxLength: 3 }),
        fc.array(filePath, { minLength: 1, maxLength: 6 }),
        fc.constantFrom("", "/a"),
        fc.boolean(),
        async (ignoreFiles, paths, start, hidden) => {
          const root = await temporaryFolder();
          const entries: Record<string, string> = { "a/present": "" };
          for (const [folder, name, text] of ignoreFiles) entries[folder + name] = text;
          for (const path of paths) entries[path] = "";
          await seedFolder(root, entries);
          const memory = seedMemory(root, entries);
          expect(await filesIn(memory, root + start, { hidden })).toEqual(
            await filesIn(localBackend(), root + start, { hidden }),
          );
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 80) },
    );
  }, 600_000);

  it("obeys the rules above a repository too, and never looks into .git", async () => {
    const entries = {
      ".gitignore": "*.log\n",
      ".ignore": "*.tmp\n",
      "repository/.git/HEAD": "x",
      "repository/a.log": "",
      "repository/a.tmp": "",
      "repository/a.txt": "",
      "plain/a.log": "",
      "plain/a.txt": "",
    };
    const root = await temporaryFolder();
    await seedFolder(root, entries);
    const found = await filesIn(seedMemory(root, entries), root);
    expect(found.map((path) => path.slice(root.length + 1))).toEqual(["plain/a.txt", "repository/a.txt"]);
    expect(found).toEqual(await filesIn(localBackend(), root));
  });

  it("returns files ordered by name", async () => {
    const { search } = memoryBackend({ files: { "/b": "", "/a/z": "", "/a/b": "", "/C": "" } });
    const found: string[] = [];
    for await (const path of search.files({ path: "/", signal })) found.push(path);
    expect(found).toEqual(["/C", "/a/b", "/a/z", "/b"]);
  });

  const utf16 = (text: string, bigEndian: boolean) => {
    const bytes = new Uint8Array(2 + text.length * 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, !bigEndian);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(2 + index * 2, text.charCodeAt(index), !bigEndian);
    return bytes;
  };
  const encodings: readonly (readonly [
    title: string,
    content: Uint8Array | string,
    found: readonly string[],
  ])[] = [
    ["UTF-8 with a byte order mark", "\ufeffneedle ü\n", ["needle ü"]],
    ["UTF-16, little endian", utf16("hay\nneedle ü\n", false), ["needle ü"]],
    ["UTF-16, big endian", utf16("hay\nneedle ü\n", true), ["needle ü"]],
    [
      "bytes that do not decode",
      Uint8Array.of(0xff, 0x20, ...new TextEncoder().encode("needle")),
      ["\ufffd needle"],
    ],
    ["binary files, which have no lines", "needle\0needle\n", []],
    [
      "lines that end in any way",
      "needle 1\r\nneedle 2\rneedle\nneedle 3",
      ["needle 1", "needle 2\rneedle", "needle 3"],
    ],
  ];
  it.each(encodings)("reads %s", async (_title, content, found) => {
    expect(await textsOf(memoryBackend({ files: { "/file": content } }), "/", "^needle|\\sneedle")).toEqual(
      found,
    );
  });

  it("reports an unreadable folder, but not a removed one, and finds the rest", async () => {
    const tree = { "/w/a/x.txt": "", "/w/closed/y.txt": "", "/w/gone/z.txt": "" };
    const { files } = memoryBackend({ files: tree });
    const openDirectory = async (path: string) => {
      const directory = await files.openDirectory(path);
      const open = directory.openDirectory.bind(directory);
      directory.openDirectory = async (name) => {
        if (name === "closed") throw new ToolError("Permission denied", { code: "access-denied" });
        if (name === "gone") throw new ToolError("ENOENT", { code: "not-found" });
        return open(name);
      };
      return directory;
    };
    const unreadable: string[] = [];
    const scope = { path: "/w", signal, onUnreadable: (path: string) => unreadable.push(path) };
    const found: string[] = [];
    for await (const path of treeSearch({ ...files, openDirectory }).files(scope)) found.push(path);
    expect(found).toEqual(["/w/a/x.txt"]);
    expect(unreadable).toEqual(["/w/closed"]);
  });

  it("names a file that is too large to be searched", async () => {
    const backend = memoryBackend({ files: { "/big": "x" } });
    const handle = await (await backend.files.openDirectory("/")).openForWriting("big");
    await handle.truncate(134_217_729);
    await handle.close();
    await expect(textsOf(backend, "/", "x")).rejects.toMatchObject({
      code: "file-too-large",
      message: expect.stringContaining("'!big'") as unknown,
    });
    const unreadable: string[] = [];
    const request = {
      path: "/",
      pattern: "x",
      signal,
      onUnreadable: (path: string) => unreadable.push(path),
    };
    for await (const _ of backend.search.text(request)) throw new Error("found in a file that is too large");
    expect(unreadable).toEqual(["/big"]);
  });

  it("counts matches, not context lines, towards the limit of a file, and returns no further match as context", async () => {
    const { search } = memoryBackend({ files: { "/file": "a1\na2\nb\na3\na4\n" } });
    const found: string[] = [];
    const request = { path: "/file", pattern: "a", signal, maxMatchesPerFile: 2, contextLines: 2 };
    for await (const { kind, text } of search.text(request)) found.push(`${kind} ${text}`);
    expect(found).toEqual(["match a1", "match a2", "context b"]);
  });

  it("yields to the event loop while it walks many files", async () => {
    const files: Record<string, string> = {};
    for (let index = 0; index < 5_000; index += 1) files[`/folder-${index % 50}/file-${index}`] = "hay\n";
    const backend = memoryBackend({ files });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    expect(await filesIn(backend, "/")).toHaveLength(5_000);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
  });
});
