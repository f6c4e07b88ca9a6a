import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TextFile, WorkspaceFiles } from "../../../src/contract/index.js";
import { EVERYTHING, type Fixture, fixture, newSession } from "../workspace-fixture.js";

const append = ({ text }: { readonly text: string }) => ({ text: `${text}mine\n` });
const BIG = Array.from({ length: 30_000 }, (_, index) => `line ${index + 1}\n`).join("");

function otherSession({ workspace, root }: Fixture): WorkspaceFiles {
  return workspace.files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: () => {},
  });
}

describe("a file that changed since the session read it", () => {
  it.each([
    ["readText", (files: WorkspaceFiles) => files.readText("a.txt")],
    ["readLines", (files: WorkspaceFiles) => files.readLines("a.txt", EVERYTHING)],
    [
      "readLines of a part",
      (files: WorkspaceFiles) => files.readLines("a.txt", { ...EVERYTHING, endLine: 1 }),
    ],
  ])("refuses to edit or overwrite a changed file after %s", async (_, read) => {
    const { root, files, changes } = await fixture({ "a.txt": "one\ntwo\n" });
    await read(files);
    await writeFile(join(root, "a.txt"), "one\nTWO\n");
    await expect(files.updateText("a.txt", append)).rejects.toMatchObject({
      code: "stale-file",
      message: expect.stringMatching(/has changed since you read it.*Read it again/),
    });
    await expect(files.writeText("a.txt", "x", { overwrite: true })).rejects.toMatchObject({
      code: "stale-file",
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nTWO\n");
    expect(changes).toEqual([]);
    await read(files);
    await files.updateText("a.txt", append);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nTWO\nmine\n");
  });

  it("passes the text that was read to an update that merges, and stays changed until the next read", async () => {
    const { root, files } = await fixture({ "a.txt": "one\ntwo\n" });
    await files.readText("a.txt");
    await writeFile(join(root, "a.txt"), "one\nTWO\n");
    const seen: unknown[] = [];
    const merging = ({ text, stale }: TextFile) => {
      seen.push(stale?.base, stale?.refusal);
      return { text: `${text}mine\n` };
    };
    await files.updateText("a.txt", merging, { whenStale: "merge" });
    expect(seen).toEqual(["one\ntwo\n", expect.stringContaining("line 2 has changed")]);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nTWO\nmine\n");
    await expect(files.updateText("a.txt", append)).rejects.toMatchObject({ code: "stale-file" });
    await files.readText("a.txt");
    await files.updateText("a.txt", merging, { whenStale: "merge" });
    expect(seen.slice(2)).toEqual([undefined, undefined]);
  });

  it.each([
    ["more than 1 MiB was read", "x".repeat(1_048_577), "changed"],
    ["the file has more than 4 MiB now", "small", "y".repeat(4 * 1_048_576 + 1)],
  ])("refuses even an update that merges if %s", async (_, before, after) => {
    const { root, files } = await fixture({ "a.txt": before });
    await files.readText("a.txt");
    await writeFile(join(root, "a.txt"), after);
    const update = files.updateText("a.txt", append, { whenStale: "merge" });
    await expect(update).rejects.toMatchObject({ code: "stale-file" });
  });

  it("detects a change by content: the same length, and a restored time", async () => {
    const { root, files } = await fixture({ "a.txt": "one" });
    const path = join(root, "a.txt");
    await utimes(path, 1_000, 1_000);
    await files.readText("a.txt");
    await writeFile(path, "two");
    await utimes(path, 1_000, 1_000);
    await expect(files.updateText("a.txt", append)).rejects.toMatchObject({ code: "stale-file" });
  });

  it("accepts equal content, whatever its time", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n" });
    await files.readText("a.txt");
    await writeFile(join(root, "a.txt"), "other");
    await writeFile(join(root, "a.txt"), "one\n");
    await utimes(join(root, "a.txt"), 5_000, 5_000);
    await files.updateText("a.txt", append);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nmine\n");
  });

  it("ignores the session's own changes", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n" });
    await files.readText("a.txt");
    await files.updateText("a.txt", append);
    await files.updateText("a.txt", append);
    await files.writeText("a.txt", "new\n", { overwrite: true });
    await files.updateText("a.txt", append);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("new\nmine\n");
  });

  it("detects changes of another session", async () => {
    const shared = await fixture({ "a.txt": "one\n" });
    const other = otherSession(shared);
    await shared.files.readText("a.txt");
    await other.updateText("a.txt", append);
    await expect(shared.files.updateText("a.txt", append)).rejects.toMatchObject({ code: "stale-file" });
    await other.updateText("a.txt", append);
  });

  it("compares only the lines that were read of a large file", async () => {
    const { root, files } = await fixture({ "big.txt": BIG });
    const path = join(root, "big.txt");
    await files.readLines("big.txt", { ...EVERYTHING, startLine: 100, endLine: 200 });
    await files.readLines("big.txt", { ...EVERYTHING, startLine: 20_000, endLine: 20_010 });
    await writeFile(path, BIG.replace("line 25000\n", "LINE 25000\n"));
    await files.updateText("big.txt", append);

    await files.readLines("big.txt", { ...EVERYTHING, startLine: 100, endLine: 200 });
    await writeFile(path, BIG.replace("line 150\n", "LINE 150\n"));
    await expect(files.updateText("big.txt", append)).rejects.toMatchObject({ code: "stale-file" });
  });

  it("names the changed lines, even where only parts of a large file were read", async () => {
    const { root, files } = await fixture({ "big.txt": BIG });
    await files.readLines("big.txt", { ...EVERYTHING, startLine: 100, endLine: 200 });
    await files.readLines("big.txt", { ...EVERYTHING, startLine: 20_000, endLine: 20_010 });
    await writeFile(join(root, "big.txt"), BIG.replace("line 20005\n", "LINE 20005\n"));
    await expect(files.updateText("big.txt", append)).rejects.toMatchObject({
      code: "stale-file",
      message: expect.stringMatching(/lines 20000-20010 have changed/),
    });
  });

  it("refuses to overwrite a large file after any change, even in lines that were never read", async () => {
    const { root, files } = await fixture({ "big.txt": BIG });
    await files.readLines("big.txt", { ...EVERYTHING, endLine: 10 });
    await writeFile(join(root, "big.txt"), `${BIG}more\n`);
    await expect(files.writeText("big.txt", "x", { overwrite: true })).rejects.toMatchObject({
      code: "stale-file",
    });
  });

  it("detects changes in a large UTF-16 file", async () => {
    const { root, files } = await fixture({ "big.txt": Buffer.from(`\ufeff${BIG}`, "utf16le") });
    await files.readLines("big.txt", { ...EVERYTHING, endLine: 10 });
    await files.updateText("big.txt", append);
    await files.readLines("big.txt", { ...EVERYTHING, startLine: 500, endLine: 510 });
    await files.updateText("big.txt", append);
    await writeFile(join(root, "big.txt"), Buffer.from(`\ufeff${BIG}x`, "utf16le"));
    await expect(files.updateText("big.txt", append)).rejects.toMatchObject({ code: "stale-file" });
  });
});

describe("a file that the session never read", () => {
  it("edits and overwrites unread files by default, repeatedly and concurrently", async () => {
    const shared = await fixture({ "a.txt": "one\n" });
    const other = otherSession(shared);
    for (let round = 0; round < 3; round += 1) {
      await shared.files.updateText("a.txt", append);
      await other.updateText("a.txt", append);
    }
    await shared.files.writeText("a.txt", "new", { overwrite: true });
  });

  it("refuses unread files with the policy require-read", async () => {
    const { files } = await fixture({ "a.txt": "one\n" }, { staleness: "require-read" });
    await expect(files.updateText("a.txt", append)).rejects.toMatchObject({ code: "not-read" });
    await expect(files.writeText("a.txt", "x", { overwrite: true })).rejects.toMatchObject({
      code: "not-read",
      message: expect.stringMatching(/Read it first/),
    });
    await files.readLines("a.txt", EVERYTHING);
    await files.updateText("a.txt", append);
    await files.writeText("new.txt", "x");
    await files.updateText("new.txt", append);
  });

  it("checks nothing with the policy never", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n" }, { staleness: "never" });
    await files.readText("a.txt");
    await writeFile(join(root, "a.txt"), "two\n");
    await files.updateText("a.txt", append);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("two\nmine\n");
  });
});
