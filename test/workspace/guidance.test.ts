import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";
import { fixture, newSession } from "./workspace-fixture.js";

describe("discoverGuidance", () => {
  it("finds guidance from the file's folder up to the root, nearest first, each once per session", async () => {
    const { root, workspace, files } = await fixture({
      "AGENTS.md": "root",
      "packages/a/AGENTS.md": "package",
      "packages/a/CLAUDE.md": "claude",
      "packages/b/x.ts": "",
      "packages/a/src/x.ts": "",
    });
    expect(await files.discoverGuidance("packages/a/src/x.ts")).toEqual([
      { path: join(root, "packages/a/AGENTS.md"), text: "package" },
      { path: join(root, "packages/a/CLAUDE.md"), text: "claude" },
      { path: join(root, "AGENTS.md"), text: "root" },
    ]);
    expect(await files.discoverGuidance("packages/a/src/x.ts")).toEqual([]);
    expect(await files.discoverGuidance("packages/b/new.ts")).toEqual([]);
    await writeFile(join(root, "packages/b/AGENTS.md"), "later");
    expect(await files.discoverGuidance("packages/b/new.ts")).toEqual([
      { path: join(root, "packages/b/AGENTS.md"), text: "later" },
    ]);
    const other = workspace.files({
      session: newSession(root),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    expect(await other.discoverGuidance("packages/b/x.ts")).toHaveLength(2);
  });

  it("starts in a folder itself", async () => {
    const { files } = await fixture({ "sub/AGENTS.md": "sub" });
    expect(await files.discoverGuidance("sub")).toHaveLength(1);
  });

  it("does not announce the accessed guidance file itself", async () => {
    const { files } = await fixture({ "AGENTS.md": "root" });
    expect(await files.discoverGuidance("AGENTS.md")).toEqual([]);
    expect(await files.discoverGuidance("a.txt")).toEqual([]);
  });

  it("counts two names of one file once", async () => {
    const { root, files } = await fixture({ "AGENTS.md": "root" });
    await symlink("AGENTS.md", join(root, "CLAUDE.md"));
    expect(await files.discoverGuidance("a.txt")).toHaveLength(1);
  });

  it("searches nothing outside the roots, not even through a symlink", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "AGENTS.md": "CANARY", "ws/a.txt": "" });
    const { root, files } = await fixture({ "sub/a.txt": "" });
    await symlink(join(outside, "AGENTS.md"), join(root, "AGENTS.md"));
    expect(await files.discoverGuidance("sub/a.txt")).toEqual([]);
    expect(await files.discoverGuidance(join(outside, "ws/a.txt"))).toEqual([]);
    const nested = await fixture({}, { roots: [join(outside, "ws")] });
    expect(await nested.files.discoverGuidance(join(outside, "ws/a.txt"))).toEqual([]);
  });

  it("skips unreadable guidance files", async () => {
    const { root, files } = await fixture({
      "AGENTS.md/x": "a folder",
      "sub/AGENTS.md": "x".repeat(100_000),
      "sub/deep/CLAUDE.md": Buffer.from("caf\u00e9", "latin1"),
    });
    expect(await files.discoverGuidance("sub/deep/missing/a.txt")).toEqual([
      { path: join(root, "sub/deep/CLAUDE.md"), text: "caf\ufffd" },
    ]);
  });
});
