import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { deferred, manualClock } from "../../runtime/fixtures.js";
import { backendWith, FILES, hanging, MISBEHAVING, PROGRAM } from "../../runtime/hanging-ports.js";
import { watchProcess } from "../../runtime/well-formed.js";

describe.each(MISBEHAVING)("an abort listener of a loader that %s", (_name, misbehave) => {
  it.each([
    ["module loader", "import-hangs", FILES],
    ["shell", "program-hangs", PROGRAM],
  ])("ends the wait of a discovery for its %s, and not the process", async (_port, code, files) => {
    const watched = watchProcess();
    const clock = manualClock();
    const asked = deferred();
    const port = hanging(misbehave, () => asked.resolve());
    const backend = backendWith(
      { modules: { importModule: port }, shell: { run: port, runProgram: port } },
      files,
    );
    await using runtime = createToolRuntime({
      ...{ backend, clock, toolset: "none", permissions: "allow-all", cwd: "/workspace" },
    });
    const discovering = runtime.discover(".", { trust: "trusted", timeoutMs: 500 });
    await asked.promise;
    await clock.advance(2_000);
    expect((await discovering).problems).toMatchObject([
      { code, reason: expect.stringMatching(/^The backend did not load it within 500 ms/) },
    ]);
    await watched.none();
  });
});

describe("a discovery", () => {
  it("ends with its signal although the module loader of the host never answers", async () => {
    const ending = new AbortController();
    const importModule = hanging(
      () => {},
      () => setImmediate(() => ending.abort()),
    );
    await using runtime = createToolRuntime({
      ...{ clock: manualClock(), toolset: "none", permissions: "allow-all", cwd: "/workspace" },
      backend: backendWith({ modules: { importModule } }),
    });
    const discovering = runtime.discover(".", { trust: "trusted", signal: ending.signal });
    await expect(discovering).rejects.toMatchObject({ code: "cancelled" });
  });
});
