import { chmod, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Executor, ShellRequest } from "../../src/contract/index.js";
import { createToolRuntime, localBackend, type ToolRuntimeOptions } from "../../src/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";

afterEach(() => vi.unstubAllEnvs());

const SHIMS = ["ls", "cat", "tail", "git", "bash", "rg"];

/** A project whose program folder comes first on the search path, as npm sets it for scripts. */
async function project(): Promise<string> {
  const root = join(await temporaryFolder(), "app");
  await writeTree(root, { "a.txt": "hello\n", "sub/b.txt": "b\n" });
  await mkdir(join(root, "node_modules/.bin"), { recursive: true });
  for (const name of [...SHIMS, "mytool"]) {
    await writeTree(root, { [`node_modules/.bin/${name}`]: `#!/bin/sh\necho "shim of ${name}"\n` });
    await chmod(join(root, "node_modules/.bin", name), 0o755);
  }
  vi.stubEnv("PATH", [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter));
  return root;
}

async function run(command: string, options: ToolRuntimeOptions): Promise<string> {
  await using runtime = createToolRuntime(options);
  const { status, content } = await runtime.execute({ id: "1", name: "Bash", input: { cmd: command } });
  return `${status} ${content.map((part) => (part.type === "text" ? part.text : "")).join("")}`;
}

describe("a command that ran without a question", () => {
  it.each(["ls", "cat a.txt", "ls && cat a.txt", "timeout 5 ls", "ls sub; pwd", "ls | tail -1"])(
    "runs no program of the workspace: %s",
    async (command) => {
      const cwd = await project();
      const text = await run(command, { cwd });
      expect(text).toMatch(/^done /);
      expect(text).not.toContain("shim of");
    },
  );

  it("runs no program of a subfolder, and none under the amp preset", async () => {
    const cwd = await project();
    expect(await run("ls", { cwd: join(cwd, "sub"), roots: [cwd] })).not.toContain("shim of");
    expect(await run("git --version", { cwd, permissions: "amp" })).toMatch(/git version/);
  });

  it("uses the search path of the user after an approval or an allow rule of the host", async () => {
    const cwd = await project();
    const asked = { cwd, onApproval: () => true, permissions: [{ tool: "Bash", verdict: "ask" }] } as const;
    expect(await run("ls", asked)).toContain("shim of ls");
    expect(await run("ls", { cwd, permissions: [{ command: "ls", verdict: "allow" }] })).toContain(
      "shim of ls",
    );
    expect(await run("ls", { cwd, permissions: "allow-all" })).toContain("shim of ls");
  });

  it("runs trusted programs together with a command of the workspace that a rule allows", async () => {
    const cwd = await project();
    const permissions = [{ command: "mytool", verdict: "allow" }] as const;
    expect(await run("mytool", { cwd, permissions })).toContain("shim of mytool");
    expect(await run("mytool | tail -1", { cwd, permissions })).not.toContain("shim of tail");
    // A project folder whose programs replace none of the system's stays on the path for the rule.
    vi.stubEnv("PATH", [join(cwd, "own"), "/usr/bin", "/bin"].join(delimiter));
    await writeTree(cwd, { "own/mytool": "#!/bin/sh\necho own tool\n" });
    await chmod(join(cwd, "own/mytool"), 0o755);
    expect(await run("mytool | tail -1", { cwd, permissions })).toContain("own tool");
  });

  it("passes the limits to the shell for such a command only", async () => {
    const cwd = await project();
    const requests = await requestsOf(["ls", "mytool"], cwd);
    expect(requests[0]?.confinement).toMatchObject({ readOnly: true, programs: ["ls"], roots: [cwd] });
    expect(requests[1]).toBeDefined();
    expect(requests[1]?.confinement).toBeUndefined();
  });

  it("passes the limits to an executor of the host, and accepts limits for a run", async () => {
    const cwd = await project();
    const seen: unknown[] = [];
    const executor: Executor = {
      run: (call, _context, inProcess) => {
        seen.push(call.decision.confinement);
        return inProcess();
      },
    };
    await run("ls; cat a.txt", { cwd, executor });
    expect(seen).toEqual([{ readOnly: true, programs: ["cat", "ls"] }]);

    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const confinement = { readOnly: true, programs: ["ls"] };
    const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd: "ls" } }, { confinement });
    expect(JSON.stringify(result.content)).not.toContain("shim of");
  });
});

/** Returns the requests that the shell gets for some commands, with rules that allow `mytool`. */
async function requestsOf(commands: readonly string[], cwd: string): Promise<readonly ShellRequest[]> {
  const real = localBackend();
  const requests: ShellRequest[] = [];
  const shell = {
    ...real.shell,
    run: (request: ShellRequest) => {
      requests.push(request);
      return real.shell.run(request);
    },
  };
  await using runtime = createToolRuntime({
    cwd,
    backend: { ...real, shell },
    permissions: [{ command: "mytool", verdict: "allow" }],
  });
  for (const [index, cmd] of commands.entries()) {
    await runtime.execute({ id: `${index}`, name: "Bash", input: { cmd } });
  }
  return requests;
}
