import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FileStat } from "../../../../src/contract/index.js";
import { createToolRuntime, localBackend } from "../../../../src/index.js";
import { KeyFiles } from "../../../../src/workspace/paths/key-contents/key-files.js";

const PEM = "-----BEGIN PRIVATE KEY-----\nQ0FOQVJZ\n-----END PRIVATE KEY-----\n";
const bytes = (text: string) => new TextEncoder().encode(text);

function statOf(content: Uint8Array, modifiedAtMs = 1): FileStat {
  return { type: "file", size: content.byteLength, modifiedAtMs, identity: "1:1", links: 1 } as FileStat;
}

describe("KeyFiles", () => {
  it.each([
    ["a key", PEM, true],
    ["a text", "const a = 1;\n", false],
  ])("knows %s that a change wrote without opening the file", async (_name, text, expected) => {
    const keys = new KeyFiles({ openDirectory: () => expect.unreachable("it was opened") } as never);
    const content = bytes(text);
    keys.learn("/a.txt", statOf(content), content);
    expect(await keys.has("/a.txt", statOf(content))).toBe(expected);
  });

  it("opens a file that has another time, size or path than the written one", async () => {
    let opened = 0;
    const files = {
      path: { dirname: () => "/", basename: () => "a.txt" },
      openDirectory: async () => {
        opened += 1;
        throw new Error("there is no folder");
      },
    };
    const keys = new KeyFiles(files as never);
    const content = bytes("const a = 1;\n");
    keys.learn("/a.txt", statOf(content), content);
    await keys.has("/a.txt", statOf(content, 2));
    await keys.has("/a.txt", { ...statOf(content), size: 5 });
    await keys.has("/b.txt", statOf(content));
    expect(opened).toBe(3);
  });

  it("learns nothing from a content that is not the whole file", async () => {
    const keys = new KeyFiles({
      path: { dirname: () => "/", basename: () => "a.txt" },
      openDirectory: () => Promise.reject(new Error("it is opened")),
    } as never);
    keys.learn("/a.txt", { ...statOf(bytes("x")), size: 100 }, bytes(PEM));
    expect(await keys.has("/a.txt", { ...statOf(bytes("x")), size: 100 })).toBe(false);
  });
});

describe("an edit", () => {
  it("makes a file secret if it writes a private key", async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-keys-")));
    onTestFinished(() => rm(cwd, { recursive: true }));
    const path = join(cwd, "notes.txt");
    await writeFile(path, "key: none\n");
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all", backend: localBackend() });
    const edit = { path, old_str: "key: none\n", new_str: PEM };
    expect(await runtime.execute({ id: "1", name: "edit_file", input: edit })).toMatchObject({
      status: "done",
    });
    const read = await runtime.execute({ id: "2", name: "Read", input: { path } });
    expect(read.error?.errorCode).toBe("reading-secret-file");
    expect(JSON.stringify(read)).not.toContain("Q0FOQVJZ");
  });
});
