import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../src/index.js";

const CALL = { id: "1", name: "Bash", input: { cmd: "ls" } };

describe("tools that run commands", () => {
  it("stay out of the list of a backend without a shell, and a call of one states what is missing", async () => {
    await using runtime = createToolRuntime({ backend: memoryBackend(), cwd: "/", permissions: "allow-all" });
    const names = runtime.tools().map(({ name }) => name);
    expect(names).toContain("Read");
    for (const name of ["Bash", "Check", "format_file"]) expect(names).not.toContain(name);
    expect(await runtime.execute(CALL)).toMatchObject({ error: { errorCode: "not-supported" } });
    expect((await runtime.explain(CALL)).decision?.verdict).toBe("allow");
  });

  it.each(["amp", "claude-code", "codex", "gemini-cli", "opencode"] as const)(
    "stay out of the list of the toolset %s",
    async (toolset) => {
      await using runtime = createToolRuntime({ backend: memoryBackend(), cwd: "/", toolset });
      const offered = runtime.tools().filter(({ kind }) => kind === "execute");
      expect(offered.map(({ name }) => name)).toEqual([]);
    },
  );

  it("stay in the list with an executor, which has its own shell", async () => {
    const executor = { run: async () => ({ status: "done" as const, result: "", content: [] }) };
    await using runtime = createToolRuntime({
      backend: memoryBackend(),
      cwd: "/",
      executor: executor as never,
    });
    expect(runtime.tools().map(({ name }) => name)).toContain("Bash");
  });
});
