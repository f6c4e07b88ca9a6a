import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectFromFile } from "../../examples/mcp/connect-from-file.js";
import { connectMcp, readMcpServers } from "../../src/adapters/mcp/index.js";
import { createToolRuntime } from "../../src/index.js";
import { runExample } from "./run-example.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-mcp-example-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("examples/mcp", () => {
  it("connects the server of a file and calls its tool together with a built-in tool", async () => {
    const { exitCode, stdout, stderr, leftBehind } = await runExample("mcp/main.js");
    expect(stderr).toBe("");
    const lines = stdout.trimEnd().split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "colors: mcp__colors__look_up",
      "mcp__colors__look_up done: #008080",
      "mcp__colors__look_up error: There is no color mud, only coral, indigo, teal.",
    ]);
    expect(stdout).toMatch(/^mcp__colors__look_up error: Invalid input .*\n- missing: name$/m);
    expect(stdout).toMatch(/^glob done: .*(?:host|servers)\.json$/m);
    expect({ exitCode, leftBehind }).toEqual({ exitCode: 0, leftBehind: [] });
  });

  it("configures a host to start a toolset with arguments that the command line accepts", async () => {
    await writeFile(join(folder, "a.txt"), "alpha\n");
    const text = await readFile(join(ROOT, "examples/mcp/host.json"), "utf8");
    const { collet } = readMcpServers(text);
    if (collet === undefined || !("command" in collet)) throw new Error("host.json starts nothing.");
    const words = collet.args ?? [];
    expect([collet.command, ...words.slice(0, 5)]).toEqual([
      "npx",
      ...["-p", "collet", "-p", "@modelcontextprotocol/server", "collet"],
    ]);
    await using runtime = createToolRuntime({ cwd: folder, toolset: "none", permissions: "allow-all" });
    expect(words.slice(-2)).toEqual(["--root", "/home/me/project"]);
    // The built form of the program that npx would download and start.
    const args = [join(ROOT, "dist/cli.js"), ...words.slice(5, -1), folder];
    const { tools } = await connectMcp(
      runtime,
      { command: process.execPath, args },
      { name: "collet", includeTools: ["Read", "edit_file"] },
    );
    expect(tools.map(({ name }) => name).sort()).toEqual(["mcp__collet__Read", "mcp__collet__edit_file"]);
    const input = { path: "a.txt" };
    const { content } = await runtime.execute({ id: "1", name: "mcp__collet__Read", input });
    expect(content).toEqual([{ type: "text", text: "1: alpha" }]);
  });
});

describe("connectFromFile", () => {
  it("names the server that cannot be started, and connects the others", async () => {
    await writeFile(join(folder, "good.mjs"), await readFile(join(ROOT, GOOD_SERVER), "utf8"));
    const file = join(folder, "servers.json");
    const node = process.execPath;
    const mcpServers = {
      gone: { command: node, args: [`\${FOLDER}/gone.mjs`] },
      good: { command: node, args: [`\${FOLDER}/good.mjs`, "plain"] },
    };
    await writeFile(file, JSON.stringify({ mcpServers }));
    await using runtime = createToolRuntime({ cwd: folder });
    const { connections, failures } = await connectFromFile(runtime, file);
    expect(connections.map(({ name }) => name)).toEqual(["good"]);
    expect(failures.map(({ name }) => name)).toEqual(["gone"]);
    expect(failures[0]?.error.message).toContain(join(folder, "gone.mjs"));
  });
});

/** A server that needs no package, so that it runs in any folder. */
const GOOD_SERVER = "test/adapters/mcp/servers/hostile-server.mjs";
