import { describe, expect, it } from "vitest";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";
import { toolsetWorld } from "../toolset-world.js";

const world = () => toolsetWorld("claude-code");

describe("the task tools of the claude-code toolset", () => {
  it("create, change, list and delete tasks one by one", async () => {
    const { text } = await world();
    expect(await text("TaskCreate", { subject: "Read the code", description: "All of it" })).toBe(
      "Task #1 created successfully: Read the code",
    );
    await text("TaskCreate", { subject: "Fix it", activeForm: "Fixing it" });
    await text("TaskCreate", { subject: "Test it" });
    expect(await text("TaskUpdate", { taskId: "2", addBlockedBy: ["1"], addBlocks: ["3"] })).toBe(
      "Updated task #2 addBlockedBy, addBlocks",
    );
    expect(await text("TaskList", {})).toBe(
      "#1 [pending] Read the code\n#2 [pending] Fix it [blocked by #1]\n#3 [pending] Test it [blocked by #2]",
    );
    await text("TaskUpdate", { taskId: "1", status: "completed" });
    expect(await text("TaskGet", { taskId: "1" })).toBe(
      "Task #1: Read the code\nStatus: completed\nDescription: All of it",
    );
    expect(await text("TaskUpdate", { taskId: "2", status: "deleted" })).toMatch(/^Deleted task #2/);
    expect(await text("TaskList", {})).toBe("#1 [completed] Read the code\n#3 [pending] Test it");
  });

  it("refuse unknown tasks and circles, and then change nothing", async () => {
    const { text, call } = await world();
    await text("TaskCreate", { subject: "one" });
    await text("TaskCreate", { subject: "two" });
    const refused = [
      await call("TaskUpdate", { taskId: "9", status: "completed" }),
      await call("TaskUpdate", { taskId: "1", addBlocks: ["9"] }),
      await call("TaskUpdate", { taskId: "1", addBlockedBy: ["2"], addBlocks: ["2"] }),
    ];
    expect(refused.map(({ error }) => error?.errorCode)).toEqual([
      "unknown-task",
      "unknown-task",
      "invalid-input",
    ]);
    expect(await text("TaskList", {})).toBe("#1 [pending] one\n#2 [pending] two");
  });
});

describe("a command in the background", () => {
  it("prints to TaskOutput and ends with TaskStop, even under their earlier names", async () => {
    const { call, text } = await world();
    const { result } = await call("Bash", { command: "echo up; exec sleep 60", run_in_background: true });
    const { backgroundTaskId } = result as { backgroundTaskId: string };
    let output = "";
    while (!output.includes("up")) {
      output = await text("BashOutput", { bash_id: backgroundTaskId, block: false });
    }
    expect(output).toMatch(/^task_id: job-\d+\nstatus: running\nup\n$/);
    expect(await text("KillShell", { shell_id: backgroundTaskId })).toMatch(/status: killed\nexit code: 143/);
  });

  it("ends before TaskOutput answers", async () => {
    const { call, text } = await world();
    const { result } = await call("Bash", { command: "echo done", run_in_background: true });
    const { backgroundTaskId } = result as { backgroundTaskId: string };
    expect(await text("TaskOutput", { task_id: backgroundTaskId, block: true, timeout: 30_000 })).toBe(
      `task_id: ${backgroundTaskId}\nstatus: exited\nexit code: 0\ndone\n`,
    );
  });
});

describe("Grep of Claude Code 2026", () => {
  it("takes head_limit 0, an offset, and -n", async () => {
    const { write, text } = await world();
    await write({ "a.txt": "x1\nx2\nx3\n" });
    const found = { pattern: "x", path: "a.txt", output_mode: "content" };
    expect(await text("Grep", { ...found, head_limit: 0 })).toBe("a.txt:1:x1\na.txt:2:x2\na.txt:3:x3");
    expect(await text("Grep", { ...found, head_limit: 1, offset: 1 })).toContain("a.txt:2:x2");
    expect(await text("Grep", { ...found, "-n": false })).toBe("a.txt:x1\na.txt:x2\na.txt:x3");
  });
});

describe("questions through the approval channel", () => {
  const questions = [{ question: "Which one?", header: "Choice", options: [{ label: "A" }, { label: "B" }] }];
  const call = { id: "1", name: "AskUserQuestion", input: { questions } };

  it("return the answers that the approver adds", async () => {
    const runtime = createToolRuntime({
      ...{ cwd: "/", backend: memoryBackend(), toolset: "claude-code" },
      onApproval: () => ({
        approved: true,
        input: { questions, answers: [{ question: "Which one?", answer: "B" }] },
      }),
    });
    const { result } = await runtime.execute(call);
    expect(result).toBe(
      'User has answered your questions: "Which one?"="B". You can now continue with the user\'s answers in mind.',
    );
  });

  it("wait for an answer in another process", async () => {
    const runtime = createToolRuntime({ cwd: "/", backend: memoryBackend(), toolset: "claude-code" });
    const blocked = [await runtime.execute(call)];
    expect(blocked).toMatchObject([{ status: "blocked-on-user" }]);
    const stored = JSON.parse(JSON.stringify(blocked));
    const input = { questions, answers: [{ question: "Which one?", answer: "A" }] };
    const [answered] = await runtime.resume(stored, { "1": { approved: true, input } });
    expect(answered?.result).toContain('"Which one?"="A"');
  });

  it("report that there is no answer where every call is allowed", async () => {
    const runtime = createToolRuntime({
      ...{ cwd: "/", backend: memoryBackend(), toolset: "claude-code", permissions: "allow-all" },
    });
    expect(await runtime.execute(call)).toMatchObject({ error: { errorCode: "not-supported" } });
  });

  it("submit a plan, which is approved or rejected", async () => {
    const answers = [true, false];
    const runtime = createToolRuntime({
      ...{ cwd: "/", backend: memoryBackend(), toolset: "claude-code" },
      onApproval: () => answers.shift() === true,
    });
    const plan = { name: "ExitPlanMode", input: { plan: "1. Do it." } };
    expect((await runtime.execute({ id: "1", ...plan })).result).toMatch(/^User has approved your plan/);
    expect(await runtime.execute({ id: "2", ...plan })).toMatchObject({ status: "rejected-by-user" });
  });
});

describe("a tool of Claude Code that the host must provide", () => {
  it.each(["EnterPlanMode", "ScheduleWakeup"])(
    "a tool that the host must provide is unknown: %s",
    async (name) => {
      const { call } = await world();
      expect((await call(name, {})).error?.errorCode).toBe("unknown-tool");
    },
  );
});
