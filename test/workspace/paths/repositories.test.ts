import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixture } from "../workspace-fixture.js";

const HEAD = "ref: refs/heads/main\n";

describe("a bare repository made of plain files", () => {
  it("needs an approval to complete a bare repository, in any order of its files", async () => {
    for (const last of ["HEAD", "sub/x/HEAD"]) {
      const { files } = await fixture({ "objects/x": "", "refs/x": "", config: "", "sub/x/objects/a": "" });
      await expect(files.writeText(last, HEAD)).rejects.toMatchObject({ code: "protected-path" });
    }
    for (const [part, code] of [
      ["config", "protected-path"],
      ["objects/a", "protected-path"],
      ["refs/heads/x", "protected-path"],
      ["commondir", "protected-path"],
      ["hooks/post-checkout", "protected-path"],
      ["CONFIG", "protected-path"],
      ["README.md", undefined],
      ["src/config", undefined],
    ] as const) {
      const { files } = await fixture({ HEAD, "notes.md": "" });
      const writing = files.writeText(part, "[core]\n");
      if (code === undefined) await writing;
      else await expect(writing, part).rejects.toMatchObject({ code });
    }
  });

  it("refuses to create a bare repository by a group of changes or by moves", async () => {
    const { files } = await fixture({ "a.txt": HEAD, "d/x": "" });
    await expect(
      files.applyTogether([
        { type: "create", path: "n/HEAD", text: HEAD },
        { type: "create", path: "n/objects/x", text: "" },
        { type: "create", path: "n/refs/x", text: "" },
        { type: "create", path: "n/config", text: "[core]\n\tfsmonitor = x\n" },
      ]),
    ).rejects.toMatchObject({ code: "protected-path" });
    await expect(files.move("a.txt", "n/HEAD")).rejects.toMatchObject({ code: "protected-path" });
    const { files: others, root } = await fixture({ "n/HEAD": HEAD, "d/x": "" });
    await expect(others.move("d", "n/objects")).rejects.toMatchObject({ code: "protected-path" });
    await mkdir(join(root, "plain"));
    await writeFile(join(root, "plain/x"), "");
    await others.writeText("plain/config", "a = 1\n");
  });

  it("allows a part of a bare repository whose exact path was approved", async () => {
    const { call, root } = await fixture({ HEAD });
    const files = call({ approvedPaths: new Set([join(root, "config")]) });
    await files.writeText("config", "[core]\n");
  });
});

describe("a destination that creates a protected name", () => {
  it.each([
    ["sub/.git", "d"],
    ["sub/.git", "f.txt"],
    [".github", "d"],
    [".github/", "workflows"],
    [".vscode", "d"],
    [".cargo", "d"],
    [".forgejo", "d"],
    [".config", "d"],
    ["sub/.git/", "f.txt"],
  ])("refuses a protected destination without an approval: %s", async (destination, source) => {
    const { files } = await fixture({
      "d/x": "1",
      "workflows/x.yml": "1",
      "f.txt": "gitdir: x\n",
      "sub/y": "1",
    });
    await expect(files.move(source, destination)).rejects.toMatchObject({ code: "protected-path" });
    expect((await files.locate(destination)).protected).toBe(true);
  });

  it.each([".github/ISSUE_TEMPLATE/x.md", "github", "src/git", "docs/.well-known", "target"])(
    "allows ordinary destinations: %s",
    async (destination) => {
      const { files } = await fixture({ "d/x": "1", ".github/CODEOWNERS": "" });
      await files.move("d", destination);
    },
  );
});
