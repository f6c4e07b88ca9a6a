import { link, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renameIfFree } from "../../../src/backends/local/rename-if-free.js";
import { temporaryFolder } from "../temporary-folder.js";

/** Call that reports an error, and whether it is carried out all the same. */
const fault: { call: string; isCarriedOut: boolean } = { call: "", isCarriedOut: false };

vi.mock("../../../src/backends/local/system-calls.js", async (original) => {
  const real = await original<typeof import("../../../src/backends/local/system-calls.js")>();
  const faulty =
    <Parameters extends unknown[]>(name: string, call: (...parameters: Parameters) => Promise<unknown>) =>
    async (...parameters: Parameters) => {
      if (fault.call !== name) return call(...parameters);
      fault.call = "";
      if (fault.isCarriedOut) await call(...parameters);
      throw Object.assign(new Error(`EIO: ${name}`), { code: "EIO" });
    };
  return {
    ...real,
    link: faulty("link", real.link),
    unlink: faulty("unlink", real.unlink),
    mkdir: faulty("mkdir", real.mkdir),
    rename: faulty("rename", real.rename),
    rmdir: faulty("rmdir", real.rmdir),
  };
});

beforeEach(() => {
  fault.call = "";
});

async function renamed(from: string, to: string): Promise<"done" | "failed"> {
  return renameIfFree(from, to).then(
    () => "done",
    () => "failed",
  );
}

describe("renameIfFree", () => {
  it.each([
    ["link", true, "done", ["b"]],
    ["link", false, "failed", ["a"]],
    ["unlink", true, "done", ["b"]],
    ["unlink", false, "failed", ["a"]],
  ] as const)(
    "handles a file, when %s fails (carried out: %s): %s",
    async (call, isCarriedOut, outcome, names) => {
      const folder = await temporaryFolder();
      await writeFile(join(folder, "a"), "content");
      Object.assign(fault, { call, isCarriedOut });
      expect(await renamed(join(folder, "a"), join(folder, "b"))).toBe(outcome);
      expect(await readdir(folder)).toEqual(names);
      expect(await readFile(join(folder, names[0]), "utf8")).toBe("content");
    },
  );

  it.each([
    ["rename", true, "done", ["b"]],
    ["rename", false, "failed", ["a"]],
    ["mkdir", false, "failed", ["a"]],
    ["mkdir", true, "failed", ["a"]],
  ] as const)(
    "handles an empty folder, when %s fails (carried out: %s): %s",
    async (call, isCarriedOut, outcome, names) => {
      const folder = await temporaryFolder();
      await mkdir(join(folder, "a"));
      const { ino } = await stat(join(folder, "a"));
      Object.assign(fault, { call, isCarriedOut });
      expect(await renamed(join(folder, "a"), join(folder, "b"))).toBe(outcome);
      expect(await readdir(folder)).toEqual(names);
      expect((await stat(join(folder, names[0]))).ino).toBe(ino);
    },
  );

  it("refuses a name that is another link of the same file", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "a"), "content");
    await link(join(folder, "a"), join(folder, "b"));
    expect(await renamed(join(folder, "a"), join(folder, "b"))).toBe("failed");
    expect((await readdir(folder)).sort()).toEqual(["a", "b"]);
  });

  it.each([true, false])(
    "frees the name of a folder, when rmdir fails (carried out: %s)",
    async (isCarriedOut) => {
      const folder = await temporaryFolder();
      await mkdir(join(folder, "a"));
      Object.assign(fault, { call: "rmdir", isCarriedOut });
      // A folder cannot be moved into itself, so the folder that was created for it is removed again.
      expect(await renamed(join(folder, "a"), join(folder, "a/b"))).toBe("failed");
      expect(fault.call).toBe("");
      expect(await readdir(folder, { recursive: true })).toEqual(["a"]);
    },
  );
});
