import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { BUILT_IN_SERVERS } from "../../../../../src/backends/local/language-servers/servers/built-in-servers.js";
import {
  MISSING_FOR_MS,
  ServerFinder,
} from "../../../../../src/backends/local/language-servers/servers/server-finder.js";
import { manualClock } from "../../../../runtime/fixtures.js";
import { makeProject } from "../server-project.js";

async function project(files: Readonly<Record<string, string>>) {
  const folder = await makeProject(files);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = manualClock();
  const finder = new ServerFinder(
    BUILT_IN_SERVERS.map((definition) => ({
      ...definition,
      // Programs of the machine that the tests run on must not count.
      command: [`collet-${definition.command[0]}`, ...definition.command.slice(1)] as [string, ...string[]],
    })),
    clock,
  );
  return {
    folder,
    clock,
    async install(name: string, location: string) {
      const program = join(folder, location, `collet-${name}`);
      await mkdir(dirname(program), { recursive: true });
      await writeFile(program, "#!/bin/sh\n");
      await chmod(program, 0o755);
      return program;
    },
    find: (file: string, root = "") => finder.find(join(folder, file), [join(folder, root)]),
  };
}

describe("the search for the server of a file", () => {
  it("finds none for unsupported files, outside a project and outside the roots", async () => {
    const { find, install } = await project({ "inner/tsconfig.json": "{}", "tsconfig.json": "{}" });
    await install("typescript-language-server", "node_modules/.bin");
    expect(await find("README.md")).toBeUndefined();
    expect(await find("src/main.py")).toBeUndefined();
    expect(await find("other/a.ts", "inner")).toBeUndefined();
    expect(await find("inner-but-not/a.ts", "inner")).toBeUndefined();
    expect(await find("inner/a.ts", "inner")).toMatchObject({ type: "missing" });
  });

  it("searches the project from the file upward, and chooses the outermost marked folder", async () => {
    const { folder, find, install } = await project({
      "package.json": "{}",
      "packages/app/tsconfig.json": "{}",
    });
    const program = await install("typescript-language-server", "node_modules/.bin");
    expect(await find("packages/app/src/deep/a.tsx")).toMatchObject({ type: "found", root: folder, program });
    const nearer = await install("typescript-language-server", "packages/app/node_modules/.bin");
    expect(await find("packages/app/b.ts")).toMatchObject({ type: "found", root: folder, program: nearer });
  });

  it.each([
    ["7.0.2", "typescript", "collet-tsc"],
    ["5.9.3", "typescript-language-server", "collet-typescript-language-server"],
  ])("chooses with TypeScript %s the server %s", async (version, name, program) => {
    const { find, install } = await project({
      "tsconfig.json": "{}",
      "node_modules/typescript/package.json": JSON.stringify({ version }),
    });
    await install("tsc", "node_modules/.bin");
    await install("typescript-language-server", "node_modules/.bin");
    const found = await find("a.ts");
    expect(found).toMatchObject({ type: "found", definition: { name } });
    expect(found?.type === "found" && found.program.endsWith(program)).toBe(true);
  });

  it.each([
    ["pyright", "app/main.py", "app/pyproject.toml", "pyright-langserver", ".venv/bin", "app"],
    ["pyright", "app/main.py", "setup.py", "pyright-langserver", "node_modules/.bin", ""],
  ])("finds %s for %s with %s", async (name, file, marker, program, location, root) => {
    const { folder, find, install } = await project({ [marker]: "" });
    await install(program, location);
    expect(await find(file)).toMatchObject({ type: "found", definition: { name }, root: join(folder, root) });
  });

  it.each([
    ["gopls", "cmd/main.go", "go.mod", "gopls"],
    ["rust-analyzer", "src/lib.rs", "Cargo.toml", "rust-analyzer"],
    ["clangd", "src/main.cc", "compile_commands.json", "clangd"],
  ])(
    "finds %s for %s with %s, and never a program of the project only",
    async (name, file, marker, program) => {
      const { folder, find, install } = await project({ [marker]: "" });
      await install(program, "node_modules/.bin");
      expect(await find(file)).toMatchObject({ type: "missing", definition: { name }, root: folder });
    },
  );

  it("searches again some seconds after it found none", async () => {
    const { find, install, clock } = await project({ "tsconfig.json": "{}" });
    expect(await find("a.ts")).toMatchObject({ type: "missing" });
    await install("typescript-language-server", "node_modules/.bin");
    await clock.advance(MISSING_FOR_MS - 1);
    expect(await find("a.ts")).toMatchObject({ type: "missing" });
    await clock.advance(1);
    expect(await find("a.ts")).toMatchObject({ type: "found" });
  });
});
