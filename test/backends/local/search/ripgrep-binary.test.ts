import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findRipgrep } from "../../../../src/backends/local/search/ripgrep-binary.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

const packageMissing = () => Promise.reject(new Error("Could not find @vscode/ripgrep-linux-x64."));

afterEach(() => vi.unstubAllEnvs());

async function folderWithProgram(name: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, { [name]: "#!/bin/sh\n" });
  await chmod(join(folder, name), 0o755);
  return folder;
}

describe("findRipgrep", () => {
  it("uses the binary of the package", async () => {
    vi.stubEnv("RIPGREP_PATH", "/bin/true");
    expect(await findRipgrep()).toMatch(/@vscode[/\\]ripgrep/);
  });

  it("uses RIPGREP_PATH if the package has no binary", async () => {
    const folder = await folderWithProgram("my-rg");
    vi.stubEnv("RIPGREP_PATH", join(folder, "my-rg"));
    expect(await findRipgrep(packageMissing)).toBe(join(folder, "my-rg"));
  });

  it("uses rg on PATH after that, but never from a relative entry", async () => {
    const folder = await folderWithProgram("rg");
    vi.stubEnv("RIPGREP_PATH", "/nowhere/rg");
    vi.stubEnv("PATH", `.:relative:${folder}`);
    expect(await findRipgrep(packageMissing)).toBe(join(folder, "rg"));
  });

  it("reports the remedy when there is none", async () => {
    vi.stubEnv("RIPGREP_PATH", "");
    vi.stubEnv("PATH", await temporaryFolder());
    await expect(findRipgrep(packageMissing)).rejects.toMatchObject({
      code: "ripgrep-missing",
      message: expect.stringMatching(/install ripgrep.*RIPGREP_PATH/),
    });
  });
});
