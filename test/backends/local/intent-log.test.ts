import { readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localIntentLog } from "../../../src/backends/local/intent-log/index.js";
import { asNobody } from "../../workspace/as-nobody.js";
import { temporaryFolder } from "../temporary-folder.js";

const A_DAY_S = 86_400;

async function stateDirectory(): Promise<string> {
  return join(await temporaryFolder(), "state");
}

describe("the intent log", () => {
  it("finds an entry by any of its paths, from another log too, until it is removed", async () => {
    const state = await stateDirectory();
    const note = await localIntentLog({ stateDirectory: state }).write(["/w/a", "/w/b"], "text");
    const elsewhere = localIntentLog({ stateDirectory: state });
    expect(await elsewhere.find(["/w/x", "/w/b"])).toMatchObject([
      { id: note.id, paths: ["/w/a", "/w/b"], text: "text" },
    ]);
    expect(await elsewhere.find(["/w/ab", "/x"])).toEqual([]);
    await note.remove();
    await note.remove();
    expect(await elsewhere.find(["/w/a"])).toEqual([]);
    expect(await readdir(join(state, "changes"))).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)("ignores finished entries that cannot be removed", async () => {
    const outcome = await asNobody(
      "/",
      `(async () => {
        const { chmodSync, readdirSync } = await import("node:fs");
        const notes = localBackend().intentLog;
        const note = await notes.write(["/w/a"], "text");
        const folder = process.env.COLLET_STATE_DIRECTORY + "/changes";
        chmodSync(folder, 0o500);
        await note.remove();
        return { left: readdirSync(folder).length, found: (await notes.find(["/w/a"])).length };
      })()`,
    );
    expect(outcome).toEqual({ left: 1, found: 0 });
  });

  it("makes entries readable by their user only", async () => {
    const state = await stateDirectory();
    const { id } = await localIntentLog({ stateDirectory: state }).write(["/w/a"], "text");
    expect((await stat(join(state, "changes"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(state, "changes", id))).mode & 0o777).toBe(0o600);
  });

  it.each(["/", "/w", "/w/a/below"])("finds entries by a folder above or a path below: %s", async (path) => {
    const notes = localIntentLog({ stateDirectory: await stateDirectory() });
    const { id } = await notes.write(["/w/a"], "text");
    expect((await notes.find([path])).map((note) => note.id)).toEqual([id]);
  });

  it("keeps entries of any age while a folder of their files exists", async () => {
    const state = await stateDirectory();
    const notes = localIntentLog({ stateDirectory: state });
    const path = join(await temporaryFolder(), "a");
    const { id } = await notes.write([path], "text");
    const aYearAgo = Date.now() / 1_000 - 365 * A_DAY_S;
    await utimes(join(state, "changes", id), aYearAgo, aYearAgo);
    const next = await notes.write(["/w/b"], "text");
    expect((await notes.find([path])).map((note) => note.id)).toEqual([id]);
    expect((await readdir(join(state, "changes"))).sort()).toEqual([id, next.id].sort());
  });

  it.each([
    [6, true],
    [8, false],
  ])("handles entries whose folders are gone for %i days: kept is %s", async (days, isKept) => {
    const state = await stateDirectory();
    const notes = localIntentLog({ stateDirectory: state });
    const { id } = await notes.write(["/no/such/folder/a"], "text");
    const then = Date.now() / 1_000 - days * A_DAY_S;
    await utimes(join(state, "changes", id), then, then);
    await notes.write(["/w/b"], "text");
    expect((await readdir(join(state, "changes"))).includes(id)).toBe(isKept);
  });

  it("replaces entries completely on an update", async () => {
    const state = await stateDirectory();
    const notes = localIntentLog({ stateDirectory: state });
    const note = await notes.write(["/w/a"], "before", { survives: "process" });
    await note.update("after");
    expect(await notes.find(["/w/a"])).toMatchObject([{ id: note.id, paths: ["/w/a"], text: "after" }]);
    expect(await readdir(join(state, "changes"))).toEqual([note.id]);
  });

  it.each([
    ["", "0f8fad5b-d9cb-469f-a165-70867728950e.json"],
    ['{"paths":["/w/a"],"te', "0f8fad5b-d9cb-469f-a165-70867728950e.json"],
    ['{"paths":"/w/a","text":"x"}', "0f8fad5b-d9cb-469f-a165-70867728950e.json"],
    ["null", "0f8fad5b-d9cb-469f-a165-70867728950e.json"],
    ['{"paths":["/w/a"],"text":"x"}', "something-else.json"],
  ])("ignores files that are not entries: %j in %s", async (content, name) => {
    const state = await stateDirectory();
    const notes = localIntentLog({ stateDirectory: state });
    const { id } = await notes.write(["/w/a"], "whole");
    await writeFile(join(state, "changes", name), content);
    expect((await notes.find(["/w/a"])).map((note) => note.id)).toEqual([id]);
  });

  it("finds no entries without a safe folder, and refuses to write them there", async () => {
    const notes = localIntentLog({ stateDirectory: "relative" });
    expect(await notes.find(["/w/a"])).toEqual([]);
    await expect(notes.write(["/w/a"], "text")).rejects.toMatchObject({ code: "access-denied" });
  });

  it("writes entries again after the folder has vanished", async () => {
    const state = await stateDirectory();
    const notes = localIntentLog({ stateDirectory: state });
    const first = await notes.write(["/w/a"], "text");
    await first.remove();
    await rm(state, { recursive: true });
    const { id } = await notes.write(["/w/a"], "text");
    expect((await notes.find(["/w/a"])).map((note) => note.id)).toEqual([id]);
  });
});
