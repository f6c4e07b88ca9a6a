import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { codeOf, listing, put, take } from "../../../src/testing/backend-conformance/test-bench.js";

const encode = (text: string) => new TextEncoder().encode(text);

describe("a memory backend", () => {
  it("starts with the given entries and their parent folders", async () => {
    const { files } = memoryBackend({
      files: {
        "/a/b/text": "text",
        "/a/b/bytes": new Uint8Array([0, 255]),
        "/a/script": { content: "#!/bin/sh\n", mode: 0o755, modifiedAtMs: 1_000 },
        "/a/private": { directory: true, mode: 0o700 },
        "/a/link": { symlinkTo: "b/text" },
      },
      now: () => 5_000,
    });
    const directory = await files.openDirectory("/a");
    expect(await listing(directory)).toEqual([
      "b directory",
      "link symlink",
      "private directory",
      "script file",
    ]);
    expect(await directory.stat("script")).toMatchObject({ mode: 0o755, modifiedAtMs: 1_000, size: 10 });
    expect(await directory.stat("private")).toMatchObject({ mode: 0o700 });
    expect(await directory.stat("link")).toMatchObject({ type: "symlink", size: 6, modifiedAtMs: 5_000 });
    expect((await files.resolve("/a/link")).stat).toMatchObject({ type: "file", mode: 0o644, size: 4 });
  });

  it("copies the bytes it receives and the bytes it returns", async () => {
    const given = encode("given");
    const backend = memoryBackend({ files: { "/file": given } });
    given.fill(0);
    const first = backend.snapshot();
    expect(first).toEqual({ "/file": encode("given") });
    first["/file"]?.fill(0);
    expect(backend.snapshot()).toEqual({ "/file": encode("given") });
  });

  it("returns a snapshot of all files, ordered by path", async () => {
    const backend = memoryBackend({
      files: { "/b": "2", "/a/z": "1", "/c/": { directory: true }, "/l": { symlinkTo: "b" } },
    });
    await put(await backend.files.openDirectory("/c"), "new", "3");
    expect(
      Object.entries(backend.snapshot()).map(([path, bytes]) => `${path} ${new TextDecoder().decode(bytes)}`),
    ).toEqual(["/a/z 1", "/b 2", "/c/new 3"]);
    expect(memoryBackend({ files: backend.snapshot() }).snapshot()).toEqual(backend.snapshot());
  });

  it("treats __proto__ as an ordinary file name", async () => {
    const backend = memoryBackend({ files: { "/__proto__/constructor": "x" } });
    expect(Object.keys(backend.snapshot())).toEqual(["/__proto__/constructor"]);
    expect(await listing(await backend.files.openDirectory("/__proto__"))).toEqual(["constructor file"]);
  });

  it("a memory backend has a home folder if one is given", async () => {
    const { files } = memoryBackend({ homeDirectory: "/home/me" });
    expect(files.homeDirectory).toBe("/home/me");
    expect((await files.resolve("/home/me")).stat?.type).toBe("directory");
    expect("homeDirectory" in memoryBackend().files).toBe(false);
  });

  it("a memory backend is called memory, and has no shell", () => {
    const backend = memoryBackend();
    expect(backend.name).toBe("memory");
    expect(backend.shell).toBeUndefined();
  });

  const impossible: readonly (readonly [
    title: string,
    files: Parameters<typeof memoryBackend>[0],
    error: unknown,
  ])[] = [
    ["a relative path", { files: { "a/b": "" } }, { name: "TypeError" }],
    ["a file that is the root", { files: { "/": "" } }, { name: "TypeError" }],
    ["two entries with one path", { files: { "/a": "1", "//a": "2" } }, { code: "already-exists" }],
    [
      "two spellings where they are one",
      { files: { "/a": "1", "/A": "2" }, caseSensitive: false },
      { code: "already-exists" },
    ],
    ["a file below a file", { files: { "/a": "1", "/a/b": "2" } }, { code: "not-a-directory" }],
    ["a name with a NUL", { files: { "/a\0b": "" } }, { code: "invalid-path" }],
    ["more than there is room for", { files: { "/a": "12345" }, maxBytes: 4 }, { code: "no-space" }],
  ];
  it.each(impossible)("refuses %s", (_title, options, error) => {
    let thrown: unknown;
    try {
      memoryBackend(options);
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toMatchObject(error as object);
  });

  it.each(["relative", "", "/a\0b"])("does not resolve the path %j", async (path) => {
    const { files } = memoryBackend();
    expect(await codeOf(files.resolve(path))).toBe("invalid-path");
    expect(await codeOf(files.openDirectory(path))).toBe("invalid-path");
  });

  it("uses its clock for times", async () => {
    let now = 1_000;
    const { files } = memoryBackend({ files: { "/a/file": "x" }, now: () => now });
    const directory = await files.openDirectory("/a");
    const modified = async () => [
      (await directory.stat("file"))?.modifiedAtMs,
      (await files.resolve("/a")).stat?.modifiedAtMs,
    ];
    now = 2_000;
    const handle = await directory.openForWriting("file");
    await handle.setMode(0o600);
    expect(await modified()).toEqual([1_000, 1_000]);
    await handle.write(encode("y"), 0);
    expect(await modified()).toEqual([2_000, 1_000]);
    now = 3_000;
    await put(directory, "new", "");
    expect(await modified()).toEqual([2_000, 3_000]);
  });

  it("removes the bits of the usual umask from a new file's mode", async () => {
    const root = await memoryBackend().files.openDirectory("/");
    await put(root, "file", "", 0o666);
    await put(root, "program", "", 0o777);
    expect([(await root.stat("file"))?.mode, (await root.stat("program"))?.mode]).toEqual([0o644, 0o755]);
  });

  describe("a memory backend with a limit", () => {
    it("refuses a write beyond the limit, and keeps the old content", async () => {
      const { files } = memoryBackend({ files: { "/file": "12345" }, maxBytes: 10 });
      const root = await files.openDirectory("/");
      const handle = await root.openForWriting("file");
      const error: unknown = await handle.write(encode("6".repeat(10)), 1).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: "no-space", absolutePath: "/file" });
      expect(await codeOf(handle.truncate(11))).toBe("no-space");
      expect(await take(root, "file")).toBe("12345");
      await handle.write(encode("67890"), 5);
      expect(await take(root, "file")).toBe("1234567890");
    });

    it("counts overwritten bytes once, and releases truncated, removed and replaced ones", async () => {
      const { files } = memoryBackend({ maxBytes: 10 });
      const root = await files.openDirectory("/");
      await put(root, "a", "1234567890");
      const handle = await root.openForWriting("a");
      await handle.write(encode("abc"), 7);
      await handle.truncate(4);
      await handle.close();
      await put(root, "b", "123456");
      await root.rename("b", { name: "a" });
      await put(root, "c", "1234");
      await root.removeFile("a");
      await put(root, "d", "123456");
      expect(await codeOf(put(root, "e", "1"))).toBe("no-space");
    });

    it("counts a removed file while it is open", async () => {
      const { files } = memoryBackend({ files: { "/a": "1234567890" }, maxBytes: 10 });
      const root = await files.openDirectory("/");
      const reader = await root.openFile("a");
      await root.removeFile("a");
      expect(await codeOf(put(root, "b", "1"))).toBe("no-space");
      await root.removeFile("b");
      await reader.close();
      await put(root, "b", "1234567890");
    });

    it("refuses a file larger than any memory", async () => {
      const root = await memoryBackend().files.openDirectory("/");
      const handle = await root.createFile("huge", { mode: 0o644 });
      expect(await codeOf(handle.truncate(2 ** 52))).toBe("no-space");
      expect((await handle.stat()).size).toBe(0);
    });
  });

  describe("a case-insensitive memory backend", () => {
    const options = { files: { "/Folder/File": "x" }, caseSensitive: false } as const;

    it("finds a file in any spelling, and resolves to its own", async () => {
      const { files } = memoryBackend(options);
      expect((await files.resolve("/folder/FILE")).path).toBe("/Folder/File");
      expect(await codeOf(files.openDirectory("/folder"))).toBe("changed-since-approval");
      const folder = await files.openDirectory("/Folder");
      expect(await take(folder, "fILE")).toBe("x");
      expect(await codeOf(put(folder, "FILE", ""))).toBe("already-exists");
    });

    it("changes the spelling by a rename", async () => {
      const { files } = memoryBackend(options);
      const folder = await files.openDirectory("/Folder");
      await folder.rename("file", { name: "FILE", whenTaken: "refuse" });
      expect(await listing(folder)).toEqual(["FILE file"]);
    });

    it("treats composed and decomposed letters as equal", async () => {
      const { files } = memoryBackend({ files: { "/\u00e9": "x" }, caseSensitive: false });
      expect((await files.resolve("/e\u0301")).path).toBe("/\u00e9");
    });
  });

  it("does not rename into another backend of its kind", async () => {
    const [one, two] = [memoryBackend({ files: { "/a": "x" } }), memoryBackend()];
    const source = await one.files.openDirectory("/");
    const target = await two.files.openDirectory("/");
    expect(await codeOf(source.rename("a", { directory: target, name: "b" }))).toBe("not-supported");
    expect(Object.keys(one.snapshot())).toEqual(["/a"]);
  });

  it("refuses to use closed handles", async () => {
    const { files } = memoryBackend({ files: { "/a": "x" } });
    const root = await files.openDirectory("/");
    const [reader, writer] = [await root.openFile("a"), await root.openForWriting("a")];
    for (const handle of [root, reader, writer]) await handle.close();
    expect(await codeOf(root.list())).toBe("io-error");
    expect(await codeOf(reader.read(new Uint8Array(1), 0))).toBe("io-error");
    expect(await codeOf(writer.write(new Uint8Array(1), 0))).toBe("io-error");
  });

  it.each([-1, 0.5, Number.NaN])("refuses the position %d", async (position) => {
    const root = await memoryBackend({ files: { "/a": "x" } }).files.openDirectory("/");
    const [reader, writer] = [await root.openFile("a"), await root.openForWriting("a")];
    await expect(reader.read(new Uint8Array(1), position)).rejects.toThrow(RangeError);
    await expect(writer.write(new Uint8Array(1), position)).rejects.toThrow(RangeError);
    await expect(writer.truncate(position)).rejects.toThrow(RangeError);
  });
});

describe.each(["memory", "overlay"])("the %s backend's source", (folder) => {
  it("uses no name that only Node has", () => {
    const source = resolve(import.meta.dirname, "../../../src/backends", folder);
    const texts = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(source, name), "utf8"));
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts)
      expect(text).not.toMatch(/["']node:|\bBuffer\b|\bprocess\.|(?<!#)\brequire\(|\bglobal\./);
  });
});
