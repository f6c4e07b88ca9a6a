import { describe, expect, it } from "vitest";
import { type MemoryBackend, memoryBackend } from "../../../src/backends/memory/index.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function saved(backend: MemoryBackend, text: string, sessionId = "one"): Promise<string> {
  const writer = backend.outputs.open({ sessionId });
  writer.append(bytesOf(text));
  const stored = await writer.finish();
  if (!stored.kept) throw new Error(stored.reason);
  return stored.path;
}

async function textAt({ files }: MemoryBackend, path: string): Promise<string> {
  const directory = await files.openDirectory(files.path.dirname(path));
  const handle = await directory.openFile(files.path.basename(path));
  const bytes = new Uint8Array(handle.stat.size);
  await handle.read(bytes, 0);
  return new TextDecoder().decode(bytes);
}

describe("outputs in memory", () => {
  it("outputs are files of their session, excluded from a snapshot", async () => {
    const backend = memoryBackend({ files: { "/a.txt": "a" } });
    const path = await saved(backend, "whole output");
    expect(await textAt(backend, path)).toBe("whole output");
    expect(backend.outputs.owns(path, ["one"])).toBe(true);
    expect(backend.outputs.owns(path, ["two"])).toBe(false);
    expect(backend.outputs.owns("/a.txt", ["one"])).toBe(false);
    expect(Object.keys(backend.snapshot())).toEqual(["/a.txt"]);
  });

  it("copy appended bytes, and keep nothing when discarded", async () => {
    const backend = memoryBackend();
    const writer = backend.outputs.open({ sessionId: "one" });
    const chunk = bytesOf("abc");
    writer.append(chunk);
    chunk.fill(0);
    const stored = await writer.finish();
    writer.append(bytesOf("late"));
    expect(await writer.finish()).toBe(stored);
    expect(stored.kept && (await textAt(backend, stored.path))).toBe("abc");
    const discarded = backend.outputs.open({ sessionId: "one" });
    discarded.append(bytesOf("x"));
    await discarded.discard();
    expect(await discarded.finish()).toMatchObject({ kept: false });
  });

  it("report insufficient memory, and leave no partial output", async () => {
    const backend = memoryBackend({ maxBytes: 100 });
    await expect(saved(backend, "x".repeat(200))).rejects.toThrow(/space/);
    expect(await saved(backend, "x".repeat(50))).toMatch(/tool_/);
  });

  it("outputs are removed after seven days", async () => {
    let now = Date.now();
    const backend = memoryBackend({ now: () => now });
    const path = await saved(backend, "old");
    now += 8 * 24 * 60 * 60 * 1000;
    const fresh = await saved(backend, "new");
    await backend.outputs.clean();
    expect((await backend.files.resolve(path)).stat).toBeUndefined();
    expect((await backend.files.resolve(fresh)).stat).toBeDefined();
  });
});
