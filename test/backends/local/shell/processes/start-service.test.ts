import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type LocalShellOptions, localShell } from "../../../../../src/backends/local/shell/index.js";

/** Prints its environment, then echoes each line of input. */
const ECHO = `
  process.stdout.write(JSON.stringify(process.env) + "\\n");
  process.stdin.on("data", (bytes) => process.stdout.write(bytes)).on("end", () => process.exit(7));
`;

async function setUp(options: LocalShellOptions = {}) {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-service-")));
  const shell = localShell(options);
  onTestFinished(async () => {
    await shell.dispose();
    await rm(cwd, { recursive: true, force: true });
  });
  const request = { program: process.execPath, parameters: ["-e", ECHO], cwd };
  return { shell, cwd, request };
}

const line = async (stream: NodeJS.ReadableStream) => String((await once(stream, "data"))[0]);

describe("a service", () => {
  it("communicates through its pipes, in the environment of commands", async () => {
    process.env.SERVICE_API_TOKEN = "hunter2";
    onTestFinished(() => void delete process.env.SERVICE_API_TOKEN);
    const { shell, request, cwd } = await setUp();
    const service = await shell.startService({ ...request, environment: { GREETING: "hello" } });
    const environment = JSON.parse(await line(service.output)) as Record<string, string>;
    expect(environment).toMatchObject({ GREETING: "hello", PWD: cwd });
    expect(environment).not.toHaveProperty("SERVICE_API_TOKEN");
    service.input.write("are you there?\n");
    expect(await line(service.output)).toBe("are you there?\n");
    service.input.end();
    expect(await service.ended).toEqual({ exitCode: 7, signal: null });
  });

  it("ends on request, and with its shell", async () => {
    const { shell, request } = await setUp();
    const first = await shell.startService(request);
    await line(first.output);
    expect(await first.end()).toEqual({ exitCode: null, signal: "SIGTERM" });
    const second = await shell.startService(request);
    await line(second.output);
    await shell.dispose();
    expect(await second.ended).toEqual({ exitCode: null, signal: "SIGTERM" });
    await expect(shell.startService(request)).rejects.toMatchObject({ code: "cancelled" });
  });

  it("reports the reason when it cannot be started", async () => {
    const { shell, request, cwd } = await setUp();
    const program = join(cwd, "server");
    await writeFile(program, "#!/no/such/interpreter\n", { mode: 0o755 });
    await expect(shell.startService({ ...request, program })).rejects.toMatchObject({
      code: "not-executable",
    });
    await expect(shell.startService({ ...request, cwd: join(cwd, "nowhere") })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  const isInstalled = ["/usr/bin", "/bin", "/usr/local/bin"].some((folder) =>
    existsSync(join(folder, "bwrap")),
  );
  it.runIf(process.platform === "linux" && !isInstalled)(
    "does not run without a sandbox if one is required",
    async () => {
      const { PATH = "" } = process.env;
      process.env.PATH = "";
      onTestFinished(() => {
        process.env.PATH = PATH;
      });
      const { shell, request } = await setUp({ sandbox: "require" });
      await expect(shell.startService(request)).rejects.toMatchObject({ code: "sandbox-unavailable" });
    },
  );
});
