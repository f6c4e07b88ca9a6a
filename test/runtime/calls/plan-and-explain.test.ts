import { describe, expect, it } from "vitest";
import { createToolRuntime, localBackend, memoryBackend } from "../../../src/index.js";

const CWD = "/w";
const backend = () => memoryBackend({ files: { "/w/.env": "A=1", "/w/a.txt": "a", "/w/.ssh/id_rsa": "k" } });
const runtimeWith = (options: object = {}) => createToolRuntime({ cwd: CWD, backend: backend(), ...options });

describe("plan", () => {
  it.each([
    ["dependency", [["1", "2", "3"]], []],
    ["batches", [["1", "2", "3"]], []],
    ["serial", [["1"], ["2"], ["3"]], ["1"]],
  ] as const)("follows the strategy %s of the runtime", async (strategy, batches, waits) => {
    await using runtime = runtimeWith({ concurrency: { strategy } });
    const calls = ["1", "2", "3"].map((id) => ({ id, name: "Read", input: { path: "a.txt" } }));
    const plan = await runtime.plan(calls);
    expect(plan.batches).toEqual(batches);
    expect(plan.calls[1]?.waitsFor).toEqual(waits);
  });
});

describe("explain", () => {
  const call = (name: string, input: object) => ({ id: "1", name, input });

  it("tries rules after those of the runtime, and keeps none of them", async () => {
    await using runtime = runtimeWith();
    const command = call("Bash", { cmd: "touch made" });
    const before = await runtime.explain(command);
    expect(before.decision?.verdict).toBe("ask");
    const rule = { tool: "Bash", command: "touch *", verdict: "allow" } as const;
    const tried = await runtime.explain(command, { rules: [rule] });
    expect(tried.decision).toMatchObject({ verdict: "allow", source: "rule", rule });
    expect(await runtime.explain(command)).toEqual(before);
  });

  it("tries a rule that cannot allow a secret file", async () => {
    await using runtime = runtimeWith();
    const rules = [{ tool: "Read", path: "**", verdict: "allow" }] as const;
    const { decision } = await runtime.explain(call("Read", { path: ".env" }), { rules });
    expect(decision).toMatchObject({ verdict: "deny", source: "protected" });
  });

  it.each([
    ["another verdict", [{ tool: "Bash", verdict: "perhaps" }], "verdict"],
    ["a misspelled tool", [{ tool: "Bsh", verdict: "allow" }], 'Did you mean "Bash"?'],
    ["a text", "allow", "rules must be a list"],
  ])("refuses %s as a rule to try", async (_what, rules, said) => {
    await using runtime = runtimeWith();
    await expect(runtime.explain(call("Bash", { cmd: "ls" }), { rules: rules as never })).rejects.toThrow(
      said,
    );
  });

  it("refuses an unknown option with the nearest name", async () => {
    await using runtime = runtimeWith();
    const asked = runtime.explain(call("Bash", { cmd: "ls" }), { rule: [] } as never);
    await expect(asked).rejects.toThrow('Did you mean "rules"?');
  });

  it.each([
    ["Read", { path: ".env" }],
    ["Grep", { pattern: "A", path: ".env" }],
    ["Read", { path: ".ssh/id_rsa" }],
  ])("says that %s %j is denied, as the run does", async (name, input) => {
    await using runtime = runtimeWith();
    const { decision, text } = await runtime.explain(call(name, input));
    expect(decision).toMatchObject({ verdict: "deny", source: "protected" });
    expect(text).toMatch(
      new RegExp(
        `^Denied for a protected path: /w/.* is a secret file, and the tool ${name} never reads one\\.\n- path .*Denied`,
      ),
    );
    expect((await runtime.execute(call(name, input))).status).toBe("error");
  });

  it.each([["Read", { path: "a.txt" }]])(
    "says that %s %j is allowed, as the run does",
    async (name, input) => {
      await using runtime = runtimeWith();
      expect((await runtime.explain(call(name, input))).decision?.verdict).toBe("allow");
      expect((await runtime.execute(call(name, input))).status).toBe("done");
    },
  );

  it("says that a command that names a secret needs approval", async () => {
    await using runtime = runtimeWith({ backend: localBackend(), cwd: process.cwd() });
    expect((await runtime.explain(call("Bash", { cmd: "cat .env" }))).decision?.verdict).toBe("ask");
  });
});
