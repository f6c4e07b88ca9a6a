import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { findSandbox } from "../../../../../src/backends/local/shell/sandbox/find-sandbox.js";
import { temporaryFolder } from "../../../temporary-folder.js";

/** Creates a program with a script, and a lookup that finds it. */
async function installed(script: string) {
  const path = join(await temporaryFolder(), "bwrap");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o700);
  return { path, lookup: vi.fn(async () => path) };
}

describe.runIf(process.platform === "linux")("the search for a sandbox", () => {
  it("takes bwrap from the folders of the system first, and from none of the workspace", async () => {
    const { path, lookup } = await installed("exit 0");
    expect(await findSandbox("off", ["/work/app"], lookup)).toMatchObject({ name: "bubblewrap", path });
    expect(lookup).toHaveBeenCalledExactlyOnceWith("bwrap", {
      directories: ["/usr/bin", "/bin", "/usr/local/bin"],
      outside: ["/work/app"],
    });
  });

  it("takes no program that does not work here, and names its complaint and a remedy", async () => {
    const { path, lookup } = await installed("echo 'no permissions' >&2; exit 1");
    expect(await findSandbox("off", [], lookup)).toEqual({
      problem: expect.stringContaining(
        `${path} does not work here (no permissions). Allow unprivileged user namespaces`,
      ),
    });
  });

  it("tries a program without network only if the commands have none", async () => {
    const { lookup } = await installed('case "$*" in *--unshare-net*) exit 1;; esac');
    expect(await findSandbox("on", [], lookup)).toMatchObject({ name: "bubblewrap" });
    expect(await findSandbox("off", [], lookup)).toHaveProperty("problem");
  });

  it("names the package to install if there is no bwrap", async () => {
    expect(await findSandbox("off", [], async () => undefined)).toEqual({
      problem: expect.stringContaining("apt-get install bubblewrap"),
    });
  });
});
