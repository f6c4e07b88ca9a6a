import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { createToolRuntime } from "../../src/index.js";
import { backendWith, hanging, MISBEHAVING } from "./hanging-ports.js";
import { watchProcess } from "./well-formed.js";

describe.each(MISBEHAVING)("an abort listener of a backend that %s", (_name, misbehave) => {
  it("does not end the process when a search is cancelled", async () => {
    const watched = watchProcess();
    const files = async function* (request: { readonly signal: AbortSignal }) {
      yield "/workspace/a.txt";
      yield await hanging(misbehave, () => setImmediate(() => runtime.cancel("1")))(request);
    };
    const { search } = memoryBackend();
    await using runtime = createToolRuntime({
      ...{ permissions: "allow-all", cwd: "/workspace" },
      backend: backendWith({ search: { ...search, files } }),
    });
    const result = await runtime.execute({ id: "1", name: "glob", input: { filePattern: "**/*.txt" } });
    expect(result).toMatchObject({ status: "cancelled" });
    await watched.none();
  });

  it("does not end the process when a background command is ended", async () => {
    const watched = watchProcess();
    const run = (request: { readonly signal: AbortSignal; readonly onStart?: () => void }) =>
      new Promise((resolve) => {
        request.signal.addEventListener("abort", misbehave as () => void);
        request.signal.addEventListener("abort", () =>
          resolve({ exitCode: null, reason: "abort", durationMs: 1 }),
        );
        request.onStart?.();
      });
    const runtime = createToolRuntime({
      ...{ toolset: "claude-code", permissions: "allow-all", cwd: "/workspace" },
      backend: backendWith({ shell: { run } }),
    });
    const input = { command: "sleep 100", run_in_background: true };
    expect(await runtime.execute({ id: "1", name: "Bash", input })).toMatchObject({ status: "done" });
    await runtime[Symbol.asyncDispose]();
    await watched.none();
  });
});
