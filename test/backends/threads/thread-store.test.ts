import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localThreadStore } from "../../../src/backends/local/index.js";
import { memoryThreadStore } from "../../../src/backends/memory/index.js";
import { MAX_ENTRY_CHARACTERS } from "../../../src/backends/threads/index.js";
import type { ThreadEntry, ThreadStore } from "../../../src/contract/index.js";

const STORES: Readonly<Record<string, () => Promise<ThreadStore>>> = {
  local: async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-threads-")));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return localThreadStore({ stateDirectory: join(folder, "state") });
  },
  memory: async () => memoryThreadStore(),
};

const say = (text: string, role: ThreadEntry["role"] = "user", at = 1_000): ThreadEntry => ({
  role,
  text,
  at,
});

const project = "/work/project";
const signal = new AbortController().signal;

describe.each(Object.entries(STORES))("a %s store of threads", (_name, open) => {
  it("returns the appended entries, in order, and nothing else", async () => {
    const store = await open();
    expect(await store.read("T-1", { project })).toBeUndefined();
    expect(await store.find("", { project, limit: 9, signal })).toEqual([]);
    await store.append("T-1", [say("first\nline"), say("answer", "assistant", 2_000)], { project });
    await store.append("T-1", [say("", "tool", 3_000)], { project });
    const thread = await store.read("T-1", { project });
    expect(thread).toMatchObject({ id: "T-1", project, title: "first line", entryCount: 3, tornEntries: 0 });
    expect(thread?.entries).toEqual([
      say("first\nline"),
      say("answer", "assistant", 2_000),
      say("", "tool", 3_000),
    ]);
    expect(Math.abs((thread?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(thread?.updatedAt).toBeGreaterThanOrEqual((thread?.createdAt ?? 0) - 1_000);
  });

  it("uses the title that the host set at creation", async () => {
    const store = await open();
    await store.append("a", [say("words")], { project, title: "The\n build  fails" });
    await store.append("a", [say("words")], { project, title: "Another" });
    await store.append("b", [], { project, title: "x".repeat(500) });
    expect((await store.read("a", { project }))?.title).toBe("The build fails");
    const long = await store.read("b", { project });
    expect(long).toMatchObject({ entryCount: 0, entries: [] });
    expect(long?.title.length).toBeLessThanOrEqual(120);
  });

  it("keeps projects apart", async () => {
    const store = await open();
    await store.append("T-1", [say("secret of one")], { project: "/work/one" });
    await store.append("T-2", [say("secret of two")], { project: "/work/two" });
    expect(await store.read("T-1", { project: "/work/two" })).toBeUndefined();
    for (const query of ["secret", ""]) {
      const found = await store.find(query, { project: "/work/two", limit: 9, signal });
      expect(found.map(({ id }) => id)).toEqual(["T-2"]);
    }
  });

  it.each([
    "../../etc/passwd",
    "a/b",
    "..",
    "con",
    "a".repeat(200),
    "Ünïcode 😀",
    "C:\\x",
    "-rf",
    "T-1.jsonl",
    "constructor",
  ])("uses the id %j as a name and never as a path", async (id) => {
    const store = await open();
    await store.append(id, [say("x")], { project });
    expect(await store.read(id, { project })).toMatchObject({ id, entryCount: 1 });
    expect((await store.find("", { project, limit: 9, signal })).map((thread) => thread.id)).toEqual([id]);
  });

  it.each(["", "a".repeat(201), "a\0b", "a\nb", "\ud800", 7 as never, undefined as never])(
    "refuses the id %j",
    async (id) => {
      const store = await open();
      await expect(store.append(id, [say("x")], { project })).rejects.toMatchObject({
        code: "invalid-input",
      });
      await store.append("there", [say("x")], { project });
      await expect(store.read(id, { project })).rejects.toMatchObject({ code: "invalid-input" });
    },
  );

  it.each([
    [{ role: "system", text: "x", at: 1 }],
    [{ role: "user", text: 7, at: 1 }],
    [{ role: "user", text: "x", at: Number.NaN }],
    [{ role: "user", text: "x" }],
    [null],
    [undefined],
    ["x"],
  ])("refuses the entry %j, and adds nothing of its call", async (entry) => {
    const store = await open();
    await expect(store.append("T", [say("good"), entry as never], { project })).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("entries[1]"),
    });
    expect(await store.read("T", { project })).toBeUndefined();
  });

  it("splits a text that is too long for one entry, but no character", async () => {
    const store = await open();
    const text = `a${"😀".repeat(MAX_ENTRY_CHARACTERS)}`;
    await store.append("T", [say(text, "tool")], { project });
    const entries = (await store.read("T", { project }))?.entries ?? [];
    expect(entries.length).toBe(3);
    expect(entries.map((entry) => entry.text).join("") === text).toBe(true);
    for (const entry of entries) expect(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(entry.text)).toBe(false);
  });

  it("finds threads by their words, best first, with excerpts", async () => {
    const store = await open();
    await store.append(
      "both",
      [
        say("x ".repeat(300)),
        say(`${"y ".repeat(300)}the Lexer drops a trailing comma${" z".repeat(300)}`, "assistant"),
      ],
      { project },
    );
    await store.append("one", [say("comma comma comma comma")], { project });
    await store.append("apart", [say("the lexer"), say("q ".repeat(6_000)), say("a comma")], { project });
    await store.append("none", [say("nothing of it")], { project });
    const found = await store.find("lexer COMMA", { project, limit: 9, signal });
    expect(found.map(({ id }) => id).sort()).toEqual(["apart", "both", "one"]);
    expect(found.at(-1)?.id).toBe("one");
    const both = found.find(({ id }) => id === "both");
    expect(both?.excerpts[0]).toMatch(/^assistant: ….*the Lexer drops a trailing comma.*…$/);
    expect(both?.excerpts[0]?.length).toBeLessThan(300);
    expect((await store.find("lexer comma", { project, limit: 1, signal })).length).toBe(1);
    // The beginning of a longer word is enough; an inner part is not.
    expect((await store.find("trail", { project, limit: 9, signal })).map(({ id }) => id)).toEqual(["both"]);
    expect(await store.find("railing", { project, limit: 9, signal })).toEqual([]);
    expect(await store.find("!!! ...", { project, limit: 9, signal })).toEqual([]);
  });

  it.each(["x", undefined, null, {}])("refuses %j as entries", async (entries) => {
    const store = await open();
    await expect(store.append("T", entries as never, { project })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });

  it.each([
    "東京",
    "タワー",
    "京",
    "größe",
    "GRÖSSE",
    "ubergabe",
    "cafe",
    "naïve",
    "привет",
    "한국어",
    "مرحبا",
  ])("finds %s in any script, by a part of a sentence without blanks, and without accents", async (query) => {
    const store = await open();
    await store.append("T", [say("x".repeat(400)), say("Größe der Übergabe: naïve café")], { project });
    await store.append("T", [say("昨日、東京タワーに行った。 Привет 한국어 مرحبا")], { project });
    await store.append("other", [say("nothing of the sort; 大阪")], { project });
    const found = await store.find(query, { project, limit: 9, signal });
    expect(found.map(({ id }) => id)).toEqual(["T"]);
    expect(found[0]?.excerpts).toHaveLength(1);
  });

  it("finds a thread by the host's title", async () => {
    const store = await open();
    await store.append("T", [say("nothing of it")], { project, title: "Broken login" });
    expect(await store.find("login", { project, limit: 9, signal })).toMatchObject([
      { id: "T", excerpts: [] },
    ]);
  });

  it("finds entries added since the last search", async () => {
    const store = await open();
    await store.append("T", [say("alpha")], { project });
    expect((await store.find("beta", { project, limit: 9, signal })).length).toBe(0);
    await store.append("T", [say("beta")], { project });
    const [found] = await store.find("beta", { project, limit: 9, signal });
    expect(found).toMatchObject({ id: "T", entryCount: 2, excerpts: ["user: beta"] });
  });

  it("returns the most recently changed threads first without words", async () => {
    const store = await open();
    for (const id of ["a", "b", "c", "a"]) {
      await store.append(id, [say(id)], { project });
      // The clock of a file system may tick but every few milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    const found = await store.find(" ", { project, limit: 2, signal });
    expect(found.map(({ id, excerpts }) => [id, excerpts])).toEqual([
      ["a", []],
      ["c", []],
    ]);
  });

  it("stops a cancelled search, and finds threads afterwards", async () => {
    const store = await open();
    await store.append("T", [say("alpha")], { project });
    const stopped = AbortSignal.abort(new Error("stop"));
    await expect(store.find("alpha", { project, limit: 9, signal: stopped })).rejects.toThrow("stop");
    expect((await store.find("alpha", { project, limit: 9, signal })).length).toBe(1);
  });
});
