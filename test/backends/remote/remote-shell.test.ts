import { describe, expect, it } from "vitest";
import { remoteBackend } from "../../../src/adapters/remote/index.js";
import { memoryBackend, type Shell } from "../../../src/index.js";
import { HELLO, hostile } from "./hostile-worker.js";
import { inProcess } from "./worker-pair.js";

const run: Shell["run"] = async () => ({ exitCode: 0, reason: "exit", durationMs: 1 });

describe("the shell of remoteBackend", () => {
  it("keeps the languages of the worker's shell in their order, and its description", async () => {
    const shell: Shell = { languages: ["powershell", "posix"], description: "Write PowerShell.", run };
    const backend = await remoteBackend({ connect: inProcess({ ...memoryBackend(), shell }).connect });
    expect(backend.shell).toMatchObject({
      languages: ["powershell", "posix"],
      description: "Write PowerShell.",
    });
    await backend.dispose();
  });

  it("omits the description if that of the worker has none", async () => {
    const backend = await remoteBackend({
      connect: inProcess({ ...memoryBackend(), shell: { run } }).connect,
    });
    expect(backend.shell).not.toHaveProperty("description");
    await backend.dispose();
  });

  it("keeps only known languages, each once, and a short description, whatever the worker sends", async () => {
    const shell = { languages: ["cmd", "x", "posix", "cmd"], description: "a".repeat(100_000) };
    const connect = hostile(() => {}, { ...HELLO, ...{ shell } });
    const backend = await remoteBackend({ connect });
    expect(backend.shell?.languages).toEqual(["cmd", "posix"]);
    expect(backend.shell?.description).toHaveLength(1_000);
    await backend.dispose();
  });
});
