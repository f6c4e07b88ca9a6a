import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ContextQuestion, SubagentRequest } from "../../../src/contract/index.js";
import { krakenOperation } from "../../../src/tools/agents/kraken/kraken.js";
import { MAX_WORKERS_AT_ONCE } from "../../../src/tools/agents/kraken/kraken-limits.js";
import { deferred } from "../../runtime/fixtures.js";
import { createWorkbench, type Workbench } from "../workbench.js";
import { fakeSubagents } from "./fake-subagents.js";

const plan = (...groups: readonly (readonly string[])[]) =>
  JSON.stringify({ groups: groups.map((files) => ({ files, instructions: `Do ${files.join()}.` })) });

/** The files in a worker's prompt. */
function filesOf({ prompt }: SubagentRequest): readonly string[] {
  return [...(prompt.split("Your files:\n")[1] ?? "").matchAll(/^- (.+)$/gm)].map(
    (match) => match[1] as string,
  );
}

interface World {
  readonly planner?: (attempt: number, request: SubagentRequest) => string;
  readonly failing?: readonly string[];
  readonly ask?: (question: ContextQuestion) => Promise<boolean>;
}

/** A workspace with files a to f; workers write as the test specifies. */
async function world({ planner, failing = [], ask }: World = {}) {
  let plans = 0;
  const subagents = fakeSubagents(async (request) => {
    if (request.kind === "kraken-planner") {
      plans += 1;
      return planner?.(plans, request) ?? plan(["a.ts"], ["b.ts"], ["c.ts"]);
    }
    const files = filesOf(request).map((file) => bench.path(file));
    for (const file of files) await writeFile(file, "after\n");
    const failed = files.some((file) => failing.some((name) => file.endsWith(name)));
    return {
      text: `Changed ${files.length}.`,
      ended: failed ? "max-steps" : "done",
      trackFiles: files.filter((file) => !file.endsWith("c.ts")),
      rollBack: async () => {
        for (const file of files) await writeFile(file, "before\n");
        return [];
      },
    };
  });
  const bench: Workbench = await createWorkbench({
    services: { subagents, ...(ask !== undefined && { ask }) },
  });
  await bench.write(Object.fromEntries([..."abcdef"].map((name) => [`${name}.ts`, "before\n"])));
  const text = (name: string) => readFile(bench.path(name), "utf8");
  const statuses = (files: readonly { readonly path: string; readonly status: string }[]) =>
    Object.fromEntries(files.map(({ path, status }) => [path.slice(bench.folder.length + 1), status]));
  return { bench, subagents, text, statuses };
}

describe("kraken", () => {
  it("plans, works on each group, and reports the result of each file", async () => {
    const { bench, subagents, text, statuses } = await world();
    const input = { task: "Rename it.", files: ["a.ts", "b.ts", "c.ts", "d.ts"] };
    const result = await bench.run(krakenOperation, input);
    expect(statuses(result.files)).toEqual({
      "a.ts": "changed",
      "b.ts": "changed",
      "c.ts": "unchanged",
      "d.ts": "unplanned",
    });
    expect(await text("a.ts")).toBe("after\n");
    expect(result.groups.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(result).not.toHaveProperty("check");
    const [planner, ...workers] = subagents.requests;
    expect(planner?.prompt).toContain("The change concerns these files and no others:\n- a.ts\n- b.ts");
    // The workers run side by side, so the order in which they start is not promised.
    expect(workers.map(({ prompt }) => prompt)).toContain(
      "The whole change:\nRename it.\n\nYour files:\n- a.ts\n\nWhat to do in them:\nDo a.ts.",
    );
    expect(bench.progress.map(({ completed }) => completed).filter((each) => each !== undefined)).toEqual([
      0, 1, 2, 3,
    ]);
    expect(bench.notes.subagents).toHaveLength(3);
  });

  it("denies each worker all other files and every command", async () => {
    const { bench, subagents } = await world({ planner: () => plan(["a.ts", "b.ts"]) });
    await bench.run(krakenOperation, { task: "x" });
    const { rules = [] } = subagents.requests[1] ?? {};
    expect(rules.every(({ verdict }) => verdict === "deny")).toBe(true);
    expect(rules.filter(({ kind }) => kind === "execute")).toEqual([
      expect.objectContaining({ kind: "execute", verdict: "deny" }),
    ]);
    expect(new Set(rules.map(({ kind }) => kind))).toEqual(
      new Set(["edit", "delete", "move", "execute", "other"]),
    );
  });

  it("undoes a group that does not finish, and keeps the others", async () => {
    const { bench, text, statuses } = await world({
      planner: () => plan(["a.ts", "d.ts"], ["b.ts"]),
      failing: ["d.ts"],
    });
    const result = await bench.run(krakenOperation, { task: "x" });
    expect(statuses(result.files)).toEqual({ "a.ts": "failed", "b.ts": "changed", "d.ts": "failed" });
    expect(result.files.map(({ reason = "" }) => reason.includes("were undone"))).toEqual([
      true,
      false,
      true,
    ]);
    expect(result.groups[0]).toMatchObject({
      status: "rolled-back",
      changed: [],
      problem: expect.stringContaining("reached its limit of steps"),
    });
    expect([await text("a.ts"), await text("b.ts"), await text("d.ts")]).toEqual([
      "before\n",
      "after\n",
      "before\n",
    ]);
  });

  it("fails when every group failed, with the reasons, and undoes all of them", async () => {
    const { bench, text } = await world({ failing: ["a.ts", "b.ts", "c.ts"] });
    const error = await bench.failure(krakenOperation, { task: "x", check: { command: "true" } });
    expect(error.code).toBe("subagent-failed");
    expect(error.message).toContain("all 3 groups");
    expect(await text("a.ts")).toBe("before\n");
  });

  it("names the changes that could not be undone", async () => {
    const subagents = fakeSubagents((request) =>
      request.kind === "kraken-planner"
        ? plan(["a.ts"], ["b.ts"])
        : filesOf(request)[0] === "b.ts"
          ? "ok"
          : {
              ended: "model-failed",
              trackFiles: ["/w/a.ts"],
              rollBack: async () => [{ path: "/w/a.ts", reason: "it was changed since" }],
            },
    );
    const bench = await createWorkbench({ services: { subagents } });
    await bench.write({ "a.ts": "", "b.ts": "" });
    const { groups } = await bench.run(krakenOperation, { task: "x" });
    expect(groups[0]).toMatchObject({
      status: "failed",
      changed: ["/w/a.ts"],
      problem: expect.stringContaining("/w/a.ts (it was changed since)"),
    });
  });

  it(`runs at most ${MAX_WORKERS_AT_ONCE} workers concurrently, and reaches that number`, async () => {
    let started = 0;
    const isFull = deferred();
    const subagents = fakeSubagents(async (request) => {
      if (request.kind === "kraken-planner")
        return plan(...Array.from({ length: 20 }, (_, index) => [`f${index}`]));
      started += 1;
      if (started === MAX_WORKERS_AT_ONCE) isFull.resolve();
      await isFull.promise;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return "ok";
    });
    const bench = await createWorkbench({ services: { subagents } });
    await bench.run(krakenOperation, { task: "x" });
    expect(subagents.mostAtOnce()).toBe(MAX_WORKERS_AT_ONCE);
  });

  it("merges groups that share a file", async () => {
    const { bench, subagents } = await world({
      planner: () => plan(["a.ts"], ["b.ts"], ["./b.ts", "c.ts", "a.ts"], ["d.ts"]),
    });
    const { groups } = await bench.run(krakenOperation, { task: "x" });
    expect(groups.map(({ files }) => files.map((file) => file.slice(bench.folder.length + 1)))).toEqual([
      ["a.ts", "b.ts", "c.ts"],
      ["d.ts"],
    ]);
    const worker = subagents.requests.find(({ prompt }) => prompt.includes("- a.ts"));
    expect(worker?.prompt).toContain("Do a.ts.\n\nDo ./b.ts,c.ts,a.ts.\n\nDo b.ts.");
  });

  it.each([
    ["no JSON", "Sure, I will.", "no JSON in the answer"],
    ["a file outside of the workspace", plan(["../outside/x.ts"]), "outside the workspace"],
    ["a secret file", plan([".env"]), "a secret file"],
    ["a folder", plan(["src"]), "which is not a file"],
    ["a file that was not given", plan(["f.ts"]), "not one of the given files"],
  ])(
    "sends a plan with %s back once, with the problem, and accepts the next",
    async (_what, bad, problem) => {
      const { bench, subagents, statuses } = await world({
        planner: (attempt) => (attempt === 1 ? bad : plan(["a.ts"])),
      });
      await bench.write({ ".env": "KEY=1", "src/": "" });
      const result = await bench.run(krakenOperation, { task: "x", files: ["a.ts"] });
      expect(statuses(result.files)).toEqual({ "a.ts": "changed" });
      expect(subagents.requests[1]).toMatchObject({
        kind: "kraken-planner",
        resume: "agent-1",
        prompt: expect.stringContaining(problem),
      });
    },
  );

  it("gives up after the second unusable plan, and changes nothing", async () => {
    const { bench, subagents } = await world({ planner: () => "garbage" });
    const error = await bench.failure(krakenOperation, { task: "x" });
    expect(error).toMatchObject({ code: "subagent-failed" });
    expect(error.message).toContain("nothing was changed");
    expect(subagents.requests).toHaveLength(2);
  });

  it.each([
    ["passes", "echo fine", { status: "passed", exitCode: 0, output: "fine\n" }],
    ["fails", "echo broken; exit 3", { status: "failed", exitCode: 3, output: "broken\n" }],
  ])("runs an approved check at the end; one that %s undoes nothing", async (_what, check, expected) => {
    const questions: ContextQuestion[] = [];
    const { bench, text } = await world({
      ask: async (question) => {
        questions.push(question);
        return true;
      },
    });
    const result = await bench.run(krakenOperation, { task: "x", check: { command: check } });
    expect(questions).toEqual([
      { reason: "Check the change that was just made", command: check, kind: "execute" },
    ]);
    expect(result.check).toMatchObject({ command: check, ...expected });
    expect(await text("a.ts")).toBe("after\n");
  });

  it("runs the project's checks after the command, only when the command passed", async () => {
    const { bench } = await world({ ask: async () => true });
    await bench.write({
      "package.json": JSON.stringify({ scripts: { lint: "node lint.js", test: "node test.js" } }),
      "lint.js": "console.log('lint is fine')",
      "test.js": "console.log('one is broken'); process.exit(1)",
    });
    const check = async (project: readonly string[], command?: string) => {
      const wanted = { project, ...(command !== undefined && { command }) };
      return (await bench.run(krakenOperation, { task: "x", check: wanted })).check;
    };
    expect(await check(["lint"], "echo first")).toMatchObject({
      status: "passed",
      command: "echo first, lint",
    });
    expect(await check(["lint", "test"])).toMatchObject({
      status: "failed",
      command: "lint, test",
      output: expect.stringContaining("one is broken"),
    });
    expect(await check(["test"], "exit 4")).toMatchObject({ status: "failed", exitCode: 4 });
    expect(await check(["nothing of this name"])).toMatchObject({ status: "not-run" });
  });

  it("does not run a check that was not approved", async () => {
    const { bench } = await world();
    const { check } = await bench.run(krakenOperation, { task: "x", check: { command: "touch proof" } });
    expect(check).toMatchObject({ status: "not-run" });
    expect(await bench.names()).not.toContain("proof");
  });

  it("keeps the end of a check's output", async () => {
    const { bench } = await world({ ask: async () => true });
    const { check } = await bench.run(krakenOperation, {
      task: "x",
      check: { command: "seq 1 2000000; exit 1" },
    });
    expect(check).toMatchObject({ status: "failed", output: expect.stringMatching(/\n2000000\n$/) });
    expect(JSON.stringify(check).length).toBeLessThan(12_000);
  });

  it("starts no worker after it is cancelled, and ends", async () => {
    const { bench, subagents } = await world({
      planner: () => {
        bench.controller.abort();
        return plan(["a.ts"]);
      },
    });
    expect(await bench.failure(krakenOperation, { task: "x" })).toMatchObject({ code: "cancelled" });
    expect(subagents.requests).toHaveLength(1);
  });

  it.each([
    ["a glob that matches nothing", { glob: "*.nothing" }, "No file matches"],
    ["a folder among the files", { files: ["src"] }, "is a folder"],
    ["an empty task", { task: " " }, "task is empty"],
  ])("refuses %s before anything is planned", async (_what, more, message) => {
    const { bench, subagents } = await world();
    await bench.write({ "src/": "" });
    const error = await bench.failure(krakenOperation, { task: "x", ...more });
    expect(error.message).toContain(message);
    expect(subagents.requests).toEqual([]);
  });

  it("changes the files of a glob, except secrets", async () => {
    const { bench, subagents } = await world({ planner: () => plan(["a.ts"]) });
    const { files } = await bench.run(krakenOperation, { task: "x", glob: "[a-b].ts" });
    expect(files).toHaveLength(2);
    expect(subagents.requests[0]?.prompt).toContain("- a.ts\n- b.ts");
  });

  it("touches the given files, and everything where it has to search for files or run a check", () => {
    const keys = (input: object) =>
      krakenOperation.executionProfile.resourceKeys?.({ task: "x", ...input }, { cwd: "/w" });
    expect(keys({ files: ["a", "b"] })).toEqual([
      { key: "file:a", mode: "write" },
      { key: "file:b", mode: "write" },
    ]);
    const whole = [{ key: "directory:/w", mode: "write", scope: "subtree" }];
    for (const input of [{}, { glob: "*" }, { files: ["a"], check: { command: "x" } }])
      expect(keys(input)).toEqual(whole);
  });
});
