import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  type AnyTool,
  createToolRuntime,
  defineTool,
  memoryBackend,
  type ToolEvent,
} from "../../src/core.js";
import { type Recording, type RuntimeHooks, recordRun, replay } from "../../src/testing/index.js";
import { ampToolset } from "../../src/toolsets/index.js";

const tools = ampToolset.tools.filter(({ name }) =>
  ["Read", "edit_file"].includes(name),
) as readonly AnyTool[];

/** Creates a runtime over the same project in a given folder. */
const project =
  (cwd: string, text = "one\ntwo\n", options: object = {}) =>
  (hooks: RuntimeHooks) =>
    createToolRuntime<readonly AnyTool[]>({
      cwd,
      backend: memoryBackend({ files: { [`${cwd}/a.txt`]: text } }),
      tools,
      ...options,
      ...hooks,
    });

const calls = (cwd: string) => [
  { id: "r", name: "Read", input: { path: `${cwd}/a.txt` } },
  { id: "e", name: "edit_file", input: { path: "a.txt", old_str: "two", new_str: "three" } },
];

/** Returns a recording as read from a file. */
const throughJson = (recording: Recording): Recording => JSON.parse(JSON.stringify(recording));

async function recorded(answer: boolean | object = true): Promise<Recording> {
  const recorder = await recordRun(project("/home/me/project"), { onApproval: () => answer as boolean });
  await recorder.runtime.executeBatch(calls("/home/me/project"));
  await recorder.runtime.execute({ id: "r2", name: "Read", input: { path: "a.txt" } });
  return throughJson(recorder.recording());
}

describe("recordRun and replay", () => {
  it("stores calls, decisions, answers and results as JSON, without paths and times of the machine", async () => {
    const recording = await recorded();
    const [first, second] = recording.steps;
    expect(first).toMatchObject({
      type: "calls",
      calls: [{ id: "r", input: { path: "<cwd>/a.txt" } }, { id: "e" }],
      results: [
        { status: "done", decision: { verdict: "allow", source: "kind" } },
        { status: "done", decision: { verdict: "ask" }, trackFiles: ["<cwd>/a.txt"] },
      ],
    });
    expect(second).toMatchObject({ results: [{ content: [{ text: "1: one\n2: three" }] }] });
    expect(recording.answers).toEqual([{ callId: "e", toolName: "edit_file", answer: true }]);
    expect(JSON.stringify(recording)).not.toContain("/home/me");
    expect(JSON.stringify(recording)).not.toContain("durationMs");
  });

  it("replays in another folder", async () => {
    const results = await replay(await recorded(), project("/elsewhere"));
    expect(results.map(({ status }) => status)).toEqual(["done", "done", "done"]);
  });

  it("replays a refusal, an edited input and a handler that failed", async () => {
    const edited = { path: "a.txt", old_str: "one", new_str: "eins" };
    for (const answer of [false, { approved: false, reason: "No." }, { approved: true, input: edited }]) {
      await replay(await recorded(answer), project("/elsewhere"));
    }
    const recorder = await recordRun(project("/p"), {
      onApproval: () => {
        throw new Error("no terminal");
      },
    });
    await recorder.runtime.executeBatch(calls("/p"));
    expect(recorder.recording().answers[0]?.answer).toEqual({ threw: "Error: no terminal" });
  });

  it("reports the call and the property that differ", async () => {
    const recording = await recorded();
    await expect(replay(recording, project("/p", "one\ntwo\nfour\n"))).rejects.toThrow(
      /^The replay differs from the recording:\n- step 1, call 'r' \(Read\): result\.result was "1: one\\n2: two", but is now "1: one\\n2: two\\n3: four"\./,
    );
  });

  it("reports a new question and a missing one", async () => {
    const recording = await recorded();
    await expect(replay(recording, project("/p", undefined, { permissions: "allow-all" }))).rejects.toThrow(
      "The call 'e' (edit_file) did not ask for approval; it did in the recording.",
    );
    const ask = { permissions: [{ verdict: "ask" }] };
    await expect(replay(recording, project("/p", undefined, ask))).rejects.toThrow(
      "The call 'r' (Read) asked for approval; it did not in the recording.",
    );
  });

  it("records and replays calls that were blocked and resumed later", async () => {
    const recorder = await recordRun(project("/home/me/project"));
    const blocked = await recorder.runtime.executeBatch(calls("/home/me/project"));
    expect(blocked[1]?.status).toBe("blocked-on-user");
    await recorder.runtime.resume(blocked, { e: true });
    const recording = throughJson(recorder.recording());
    expect(recording).toMatchObject({
      asksHost: false,
      steps: [{}, { type: "resume", callIds: ["r", "e"] }],
    });
    const results = await replay(recording, project("/elsewhere"));
    expect(results.map(({ status }) => status)).toEqual(["done", "blocked-on-user", "done", "done"]);
    const [, resumed] = recording.steps;
    await expect(
      replay({ ...recording, steps: resumed === undefined ? [] : [resumed] }, project("/elsewhere")),
    ).rejects.toThrow("resumes the call 'r', which no earlier step made");
  });

  it("records a stream in call order", async () => {
    const recorder = await recordRun(project("/p"), { onApproval: () => true });
    const events: ToolEvent[] = [];
    for await (const event of recorder.runtime.stream(calls("/p"))) events.push(event);
    expect(events.at(-1)?.type).toBe("tool-result");
    const [step] = recorder.recording().steps;
    expect(step?.results.map(({ callId }) => callId)).toEqual(["r", "e"]);
    await replay(recorder.recording(), project("/q"));
  });

  it("ignores differences in named properties", async () => {
    let count = 0;
    const counter = defineTool({
      name: "counter",
      description: "Counts its calls.",
      kind: "think",
      inputSchema: z.object({}),
      execute: () => {
        count += 1;
        return { count, name: "counter" };
      },
      render: () => "counted",
    }) as AnyTool;
    const make = (hooks: RuntimeHooks) =>
      createToolRuntime<readonly AnyTool[]>({ tools: [counter], ...hooks });
    const recorder = await recordRun(make);
    await recorder.runtime.execute({ id: "1", name: "counter", input: {} });
    await expect(replay(recorder.recording(), make)).rejects.toThrow(
      "result.result.count was 1, but is now 2",
    );
    await replay(recorder.recording(), make, { ignore: ["count"] });
  });

  it("refuses a value that is not a recording", async () => {
    await expect(replay({} as Recording, project("/p"))).rejects.toThrow("Record the run again");
  });

  it("distinguishes a folder from one whose name starts with the same text", async () => {
    const recorder = await recordRun(project("/work"));
    await recorder.runtime.execute({ id: "1", name: "Read", input: { path: "/workspace/a.txt" } });
    expect(JSON.stringify(recorder.recording())).toContain("/workspace/a.txt");
  });
});
