import { describe, expect, it } from "vitest";
import { listDirectoryOperation, MAX_DIRECTORY_ENTRIES } from "../../../../src/tools/index.js";
import { createWorkbench } from "../../workbench.js";

describe("listing a folder", () => {
  it("returns all names, hidden ones too, folders and links to folders with a slash", async () => {
    const { run, write, path } = await createWorkbench();
    await write({
      "a/b.txt": "",
      "a/.hidden": "",
      "a/node_modules/x.js": "",
      "a/link": { link: "node_modules" },
      "a/nowhere": { link: "missing" },
      "a/out.log": "",
    });
    expect(await run(listDirectoryOperation, { path: "a" })).toEqual({
      path: path("a"),
      entries: [".hidden", "b.txt", "link/", "node_modules/", "nowhere", "out.log"],
      firstEntry: 1,
      totalEntries: 6,
    });
  });

  it.each([
    [["*.log"], ["a/", "b.txt"]],
    [["**/*.log", "a/"], ["b.txt"]],
    [["/b.txt", "./a/**"], ["x.log"]],
    [["{a,b}*"], ["x.log"]],
  ])("omits names that match %j", async (ignore, entries) => {
    const { run, write } = await createWorkbench();
    await write({ "a/c.txt": "", "b.txt": "", "x.log": "" });
    expect(await run(listDirectoryOperation, { ignore })).toMatchObject({
      entries,
      totalEntries: entries.length,
    });
  });

  it("lists the working directory when no path is given", async () => {
    const { run, folder } = await createWorkbench();
    expect(await run(listDirectoryOperation, {})).toMatchObject({
      path: folder,
      entries: [],
      totalEntries: 0,
    });
  });

  it("returns names up to the limit, and counts the rest", async () => {
    const { run, write } = await createWorkbench();
    const names = Array.from({ length: MAX_DIRECTORY_ENTRIES + 5 }, (_, index) => `f${index}`);
    await write(Object.fromEntries(names.map((name) => [name, ""])));
    const output = await run(listDirectoryOperation, {});
    expect(output.entries).toHaveLength(MAX_DIRECTORY_ENTRIES);
    expect(output.totalEntries).toBe(MAX_DIRECTORY_ENTRIES + 5);
  });

  it("shows control characters in names instead of obeying them", async () => {
    const { run, write } = await createWorkbench();
    await write({ "a\nb": "" });
    const { entries } = await run(listDirectoryOperation, {});
    expect(entries).toHaveLength(1);
    expect(entries[0]).not.toContain("\n");
  });

  it.each([
    ["a file", { path: "b.txt" }, "not-a-directory"],
    ["a pattern that would bring something back", { ignore: ["!b.txt"] }, "invalid-pattern"],
    ["a pattern of nothing", { ignore: ["/"] }, "invalid-pattern"],
    ["a folder outside the roots", { path: "../outside" }, "external-directory"],
  ])("refuses %s", async (_title, input, code) => {
    const { failure, write } = await createWorkbench();
    await write({ "b.txt": "" });
    expect(await failure(listDirectoryOperation, input)).toMatchObject({ code });
  });

  it("suggests similar names for a missing folder", async () => {
    const { failure, write } = await createWorkbench();
    await write({ "components/": "" });
    const error = await failure(listDirectoryOperation, { path: "component" });
    expect(error.code).toBe("not-found");
    expect(error.message).toContain("Did you mean");
  });
});
