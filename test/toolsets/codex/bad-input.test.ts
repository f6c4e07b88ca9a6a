import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";
import { startStopwatch } from "../../processor-time.js";

/** Milliseconds of processor time that judging one call may take. */
const LIMIT_MS = 500;

const command = (cmd: string) => ({ name: "exec_command", input: { cmd } });

const CONTROL_CHARACTERS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));

describe("a hostile call", () => {
  it.each([
    ["a command of 1 MB", command(`grep a ${"x ".repeat(500_000)}`)],
    ["a word of 1 MB", command(`cat ${"x".repeat(1_000_000)}`)],
    ["10,000 nested substitutions", command(`echo ${"$(echo ".repeat(10_000)}x${")".repeat(10_000)}`)],
    ["10,000 quoted ones", command(`echo ${'"$(echo '.repeat(10_000)}x${')"'.repeat(10_000)}`)],
    ["10,000 subshells", command(`${"(".repeat(10_000)}ls${")".repeat(10_000)}`)],
    ["a control character", command(`ls a${CONTROL_CHARACTERS.filter((each) => each !== "\t").join("")}b`)],
  ])("asks within a short time: %s", async (_what, call) => {
    await using runtime = createToolRuntime({ backend: memoryBackend(), toolset: "codex", cwd: "/" });
    const elapsedMs = startStopwatch();
    const results = await runtime.executeBatch([
      { id: "1", ...call },
      { id: "2", ...command("pwd") },
    ]);
    expect(elapsedMs()).toBeLessThan(LIMIT_MS);
    expect(results[0]).toMatchObject({ callId: "1", status: "blocked-on-user" });
    expect(results[1]?.callId).toBe("2");
  });

  it.each(CONTROL_CHARACTERS.filter((each) => each !== "\t"))(
    "asks about a command with the character %j",
    async (character) => {
      await using runtime = createToolRuntime({ backend: memoryBackend(), toolset: "codex", cwd: "/" });
      const { calls } = await runtime.plan([{ id: "1", ...command(`ls a${character}b`) }]);
      expect(calls[0]?.decision?.verdict).toBe("ask");
    },
  );

  it("refuses a patch of 50,000 hunks with the limit", async () => {
    const backend = memoryBackend({ files: { "/f": "a\n" } });
    await using runtime = createToolRuntime({
      ...{ backend, toolset: "codex", cwd: "/" },
      permissions: "allow-all",
    });
    const input = `*** Begin Patch\n*** Update File: f\n${"@@\n-a\n+b\n".repeat(50_000)}*** End Patch`;
    const elapsedMs = startStopwatch();
    const result = await runtime.execute({ id: "1", name: "apply_patch", input });
    expect(elapsedMs()).toBeLessThan(LIMIT_MS);
    expect(result.error?.message).toMatch(/more than 100000 lines|at most 2000 hunks/);
    expect(new TextDecoder().decode(backend.snapshot()["/f"])).toBe("a\n");
  });
});
