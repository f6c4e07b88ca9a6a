import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../src/backends/index.js";
import { type FileLocks, ToolError } from "../../src/contract/index.js";
import { fixture } from "./workspace-fixture.js";

describe("a backend with locks that other processes respect", () => {
  it("has the lock of a file held from the first look to the last sync", async () => {
    const log: string[] = [];
    const locks: FileLocks = {
      acquire: async (path) => {
        log.push(`lock ${path.split("/").at(-1)}`);
        return {
          compromised: false,
          release: async () => {
            log.push(`release ${await readFile(path, "utf8").catch(() => "absent")}`);
          },
        };
      },
    };
    const { files } = await fixture({ "a.txt": "old" }, { backend: { ...localBackend(), locks } });
    await files.updateText("a.txt", () => ({ text: "new" }));
    await files.writeText("b.txt", "created");
    const refuse = () => {
      throw new ToolError("no", { code: "no-match" });
    };
    await expect(files.updateText("a.txt", refuse)).rejects.toMatchObject({ code: "no-match" });
    expect(log).toEqual([
      "lock a.txt",
      "release new",
      "lock b.txt",
      "release created",
      "lock a.txt",
      "release new",
    ]);
  });

  it("has nothing changed when the lock cannot be had", async () => {
    const locks: FileLocks = {
      acquire: () => Promise.reject(new ToolError("busy", { code: "file-locked" })),
    };
    const { root, files } = await fixture({ "a.txt": "old" }, { backend: { ...localBackend(), locks } });
    await expect(files.updateText("a.txt", () => ({ text: "new" }))).rejects.toMatchObject({
      code: "file-locked",
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
  });
});
