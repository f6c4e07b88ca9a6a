import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { remoteBackend } from "../../../src/adapters/remote/index.js";
import { localBackend } from "../../../src/backends/local/index.js";
import {
  type ApprovalRequest,
  createToolRuntime,
  type PermissionRule,
  type Shell,
} from "../../../src/index.js";
import { inProcess } from "../../backends/remote/worker-pair.js";

/** A program that prints the command that PowerShell would run. */
const FAKE_POWERSHELL = `#!/bin/sh
for encoded; do :; done
printf 'PS> '
printf '%s' "$encoded" | base64 -d | tr -d '\\000'
printf ' in %s' "$(basename "$PWD")"
exit 3
`;

/** Puts a `pwsh` on the search path, and returns a folder to work in. */
async function machine(place: "installed" | "in-workspace" | "missing" = "installed") {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-powershell-")));
  const cwd = join(folder, "work");
  const programs = place === "in-workspace" ? join(cwd, "bin") : join(folder, "bin");
  await mkdir(cwd);
  await mkdir(programs);
  if (place !== "missing") {
    await writeFile(join(programs, "pwsh"), FAKE_POWERSHELL);
    await chmod(join(programs, "pwsh"), 0o755);
  }
  vi.stubEnv("PATH", [programs, "/usr/bin", "/bin"].join(delimiter));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  return cwd;
}

interface Setting {
  readonly permissions?: "allow-all" | readonly PermissionRule[];
  readonly place?: "installed" | "in-workspace" | "missing";
}

async function powerShellWorld({ permissions = "allow-all", place = "installed" }: Setting = {}) {
  const cwd = await machine(place);
  const questions: ApprovalRequest[] = [];
  const runtime = createToolRuntime({
    cwd,
    toolset: "claude-code",
    permissions,
    onApproval: (request) => {
      questions.push(request);
      return { approved: true, remember: "session" };
    },
  });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  return {
    cwd,
    runtime,
    questions,
    call: (command: string, more: object = {}) =>
      runtime.execute({ id: command, name: "PowerShell", input: { command, ...more } }),
  };
}

const names = (runtime: { tools(): readonly { readonly name: string }[] }) =>
  runtime.tools().map(({ name }) => name);

describe.skipIf(process.platform === "win32")("PowerShell of the claude-code toolset", () => {
  it("runs a command in PowerShell, unchanged", async () => {
    const { call } = await powerShellWorld();
    const result = await call('cd sub && Write-Output "a $x" &');
    expect(result).toMatchObject({
      status: "done",
      result: { exitCode: 3, stdout: 'PS> cd sub && Write-Output "a $x" & in work', stderr: "" },
    });
  });

  it("runs Bash in bash on the same machine", async () => {
    const { runtime } = await powerShellWorld();
    const result = await runtime.invoke("Bash", { command: "echo $((1 + 1))" });
    expect(result).toMatchObject({ exitCode: 0, stdout: "2\n" });
  });

  it("starts a command of PowerShell in the background", async () => {
    const { call, runtime } = await powerShellWorld();
    const started = await call("Get-Job", { run_in_background: true });
    const { backgroundTaskId } = started.result as { readonly backgroundTaskId: string };
    const ended = await runtime.execute({
      id: "2",
      name: "TaskOutput",
      input: { task_id: backgroundTaskId },
    });
    expect(JSON.stringify(ended.content)).toContain("PS> Get-Job in work");
  });

  it.each(["missing", "in-workspace"] as const)("exists only with an installed pwsh: %s", async (place) => {
    const { runtime, call } = await powerShellWorld({ place });
    expect(names(runtime)).toContain("Bash");
    expect(names(runtime)).not.toContain("PowerShell");
    expect((await call("Get-Date")).error?.errorCode).toBe("unknown-tool");
  });

  it("exists only with a shell that declares the language", async () => {
    const cwd = await machine();
    const local = localBackend();
    const { run } = local.shell as Shell;
    await using runtime = createToolRuntime({
      cwd,
      toolset: "claude-code",
      backend: { ...local, shell: { run } },
    });
    await using declared = createToolRuntime({
      cwd,
      toolset: "claude-code",
      backend: { ...local, shell: { run, languages: ["posix", "powershell"] } },
    });
    expect(names(runtime)).not.toContain("PowerShell");
    expect(names(declared)).toContain("PowerShell");
    await local.dispose?.();
  });

  it("runs on a worker that has PowerShell", async () => {
    const cwd = await machine();
    const served = localBackend();
    const { connect } = inProcess(served);
    const backend = await remoteBackend({ connect });
    const runtime = createToolRuntime({ cwd, toolset: "claude-code", backend, permissions: "allow-all" });
    const result = await runtime.execute({ id: "1", name: "PowerShell", input: { command: "Get-Date" } });
    expect(result.result).toMatchObject({ stdout: "PS> Get-Date in work" });
    await runtime[Symbol.asyncDispose]();
    await backend.dispose?.();
    await served.dispose?.();
  });

  it("asks for every command by default, even if bash would only read with it, and remembers none", async () => {
    const { call, questions } = await powerShellWorld({ permissions: [] });
    for (const command of ["cat a.txt", "git status", "git status"]) await call(command);
    expect(questions.map(({ facts }) => facts.command)).toEqual(["cat a.txt", "git status", "git status"]);
    expect(questions.every(({ canRemember }) => !canRemember)).toBe(true);
  });

  it("matches deny rules about commands, without a question", async () => {
    const deny: PermissionRule = { command: "rm *", verdict: "deny" };
    const { call, questions } = await powerShellWorld({ permissions: [deny] });
    expect((await call("Get-Date; RM -Recurse x")).error?.errorCode).toBe("permission-denied");
    expect(questions).toEqual([]);
  });
});
