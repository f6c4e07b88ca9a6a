import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  createToolRuntime,
  defineTool,
  type PermissionsInput,
  type ToolRuntimeOptions,
} from "../../src/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";
import { namespacesWork } from "../permissions/unasked-fuzz/tripwire.js";

const CONFINED = { sandbox: "require", network: "off" } as const;
const AUTO: PermissionsInput = { autoAllow: "sandboxed" };

async function project(): Promise<string> {
  const cwd = join(await temporaryFolder(), "app");
  await writeTree(cwd, {
    "a.txt": "a\n",
    ".env": "KEY=hidden-value\n",
    "keys/server.pem": "hidden-value\n",
    ".vscode/tasks.json": "{}\n",
    "../outside.txt": "outside\n",
  });
  return cwd;
}

async function decided(cmd: string, options: ToolRuntimeOptions) {
  await using runtime = createToolRuntime(options);
  return (await runtime.explain({ id: "1", name: "Bash", input: { cmd } })).decision;
}

describe('autoAllow: "sandboxed"', () => {
  it.each([
    {},
    { shell: { sandbox: "prefer", network: "off" } },
    { shell: { sandbox: "require" } },
    { shell: { network: "off" } },
  ] as const)("refuses a shell that does not confine every command: %j", async (options) => {
    const cwd = await project();
    expect(() => createToolRuntime({ cwd, permissions: AUTO, ...options })).toThrow(
      /autoAllow "sandboxed" needs a shell that confines every command.*sandbox: "require", network: "off"/,
    );
  });

  it("refuses another value", async () => {
    const permissions = { autoAllow: "sandbox" } as unknown as PermissionsInput;
    expect(() => createToolRuntime({ permissions, shell: CONFINED })).toThrow(/autoAllow/);
  });

  it.each([
    "touch new.txt",
    "node build.mjs",
    "npm test | tail -3",
    "rm a.txt",
    "for f in $(cat list); do echo $f; done",
  ])("allows a command that may do anything, and states the reason: %s", async (cmd) => {
    const cwd = await project();
    const decision = await decided(cmd, { cwd, permissions: AUTO, shell: CONFINED });
    expect(decision).toMatchObject({ verdict: "allow", source: "sandbox", confinement: { sandboxed: true } });
    expect(decision?.reason).toMatch(/runs in the sandbox of the shell/);
    expect(await decided(cmd, { cwd, shell: CONFINED })).toMatchObject({ verdict: "ask" });
  });

  it.each([
    ["cat .env | base64", "protected"],
    ["touch .vscode/tasks.json", "protected"],
    ["cp a.txt ../outside.txt", "boundary"],
    ["git checkout main", "protected"],
  ])("asks where a path or its content would ask anyway: %s", async (cmd, source) => {
    const cwd = await project();
    expect(await decided(cmd, { cwd, permissions: AUTO, shell: CONFINED })).toMatchObject({
      verdict: "ask",
      source,
    });
  });

  it("leaves rules of the host as they are", async () => {
    const cwd = await project();
    const rules = [
      { command: "rm *", verdict: "deny" },
      { command: "make *", verdict: "ask" },
    ] as const;
    const options = {
      cwd,
      permissions: { ...(AUTO as object), rules },
      shell: CONFINED,
    } as ToolRuntimeOptions;
    expect(await decided("rm a.txt", options)).toMatchObject({ verdict: "deny", source: "rule" });
    expect(await decided("make all", options)).toMatchObject({ verdict: "ask", source: "rule" });
    expect(await decided("$X a.txt", options)).toMatchObject({ verdict: "ask" });
  });

  it("asks for a command of the host's own tool, which runs elsewhere", async () => {
    const cwd = await project();
    const remote = defineTool({
      name: "remote",
      description: "Runs a command on another machine.",
      kind: "execute",
      inputSchema: z.object({ cmd: z.string() }),
      facts: ({ cmd }) => ({ command: cmd }),
      execute: () => "",
    });
    await using runtime = createToolRuntime({ cwd, permissions: AUTO, shell: CONFINED, tools: [remote] });
    const { decision } = await runtime.explain({ id: "1", name: "remote", input: { cmd: "touch x" } });
    expect(decision).toMatchObject({ verdict: "ask", source: "kind" });
  });

  it.runIf(namespacesWork())("runs it without network, secrets and other folders", async () => {
    const cwd = await project();
    await using runtime = createToolRuntime({ cwd, permissions: AUTO, shell: CONFINED });
    const program =
      "const fs = require('fs'); fs.writeFileSync('made.txt', 'x');" +
      "for (const name of ['.en' + 'v', 'keys/server.p' + 'em', '../outside' + '.txt']) { try { console.log(name, JSON.stringify(fs.readFileSync(name, 'utf8'))) } catch (e) { console.log(name, e.code) } }" +
      "try { fs.writeFileSync('../outside' + '.txt', 'y') } catch (e) { console.log('write', e.code) }" +
      "require('net').connect(9, '192.0.2.1').on('error', (e) => console.log('connect', e.code))";
    const { status, content } = await runtime.execute({
      id: "1",
      name: "Bash",
      input: { cmd: `${process.execPath} -e "${program}"` },
    });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    expect(status).toBe("done");
    expect(text).not.toContain("hidden-value");
    expect(readFileSync(join(cwd, "../outside.txt"), "utf8")).toBe("outside\n");
    expect(text).toMatch(/connect ENETUNREACH/);
    expect(existsSync(join(cwd, "made.txt"))).toBe(true);
  });

  it.runIf(namespacesWork())("lets git see every file", async () => {
    const cwd = await project();
    await using runtime = createToolRuntime({ cwd, permissions: AUTO, shell: CONFINED });
    const cmd = "git init -q sub 2>&1; cd sub && true";
    expect((await runtime.explain({ id: "1", name: "Bash", input: { cmd } })).decision?.verdict).toBe("ask");
    const status = await runtime.explain({ id: "2", name: "Bash", input: { cmd: "git add -A && make all" } });
    expect(status.decision).toMatchObject({
      verdict: "allow",
      confinement: { programs: ["git"], sandboxed: true },
    });
  });
});
