import { describe, expect, it } from "vitest";
import {
  applyRecord,
  diffIn,
  durationText,
  emptyView,
  phasesOf,
  type RunView,
  stateOf,
  unpreparedCalls,
} from "../../src/devtools/page/run-view.js";
import type { RunRecord } from "../../src/devtools/records/index.js";

const call = (key: string, at: number): RunRecord => ({
  ...{ type: "call", run: 1, call: key, at, id: key, toolName: "Read", requestedName: "Read", kind: "read" },
  ...{ input: "{}", repairCount: 0, conflicts: [] },
});
const end = (key: string, at: number, files: readonly string[] = []): RunRecord => ({
  ...{ type: "end", call: key, at, status: "done", text: "text", files },
});

function viewOf(records: readonly RunRecord[]): RunView {
  const view = emptyView();
  for (const record of records) applyRecord(view, record);
  return view;
}

describe("applyRecord", () => {
  it.each<readonly [string, readonly RunRecord[], string]>([
    ["queued", [call("a", 1)], "queued"],
    [
      "waiting for other calls",
      [call("a", 1), { type: "wait", call: "a", at: 2, earlier: ["b"] }],
      "waiting",
    ],
    ["asking", [call("a", 1), { type: "question", call: "a", at: 2 }], "asking"],
    ["running", [call("a", 1), { type: "start", call: "a", at: 2, timing: { queuedAt: 1 } }], "running"],
    ["done", [call("a", 1), end("a", 5)], "done"],
  ])("shows a call as %s", (_what, records, state) => {
    const [first] = viewOf(records).calls.values();
    expect(first && stateOf(first)).toBe(state);
  });

  it.each<readonly [string, object, readonly string[]]>([
    ["one edit", { matcher: "line-keys" }, ["line-keys"]],
    ["several edits", { edits: [{ matcher: "exact" }, { matcher: "line-keys" }, 1] }, ["exact", "line-keys"]],
    ["a written file", { bytes: 4 }, []],
    ["edits that are no list", { edits: "x" }, []],
  ])("keeps the matchers of %s with the change of the file", (_what, metadata, matchers) => {
    const ended = { ...end("a", 5, ["/f"]), metadata: JSON.stringify(metadata) } as RunRecord;
    expect(viewOf([call("a", 1), ended]).files.get("/f")).toEqual([{ call: "a", at: 5, matchers }]);
  });

  it("keeps the order of calls, the changes of files and open questions", () => {
    const question = {
      id: "q",
      callId: "a",
      toolName: "Bash",
      title: "t",
      summary: "s",
      preview: "",
      canRemember: true,
    };
    const view = viewOf([
      call("a", 10),
      call("b", 20),
      { type: "asked", at: 21, question },
      { type: "asked", at: 22, question: { ...question, id: "r" } },
      { type: "answered", at: 30, question: "q", approved: true },
      end("b", 40, ["/f"]),
      end("a", 50, ["/f"]),
    ]);
    expect(view.order).toEqual(["a", "b"]);
    expect(view.files.get("/f")).toEqual([
      { call: "b", at: 40, matchers: [] },
      { call: "a", at: 50, matchers: [] },
    ]);
    expect([...view.questions.keys()]).toEqual(["r"]);
    expect([view.from, view.to]).toEqual([10, 50]);
  });

  it("ignores records of a call that the log has forgotten", () => {
    expect(viewOf([{ type: "wait", call: "gone", at: 1, earlier: [] }]).calls.size).toBe(0);
  });
});

describe("phasesOf", () => {
  it("divides the time of a call into conflict, approval, slot and running", () => {
    const view = viewOf([
      call("a", 1_000),
      {
        type: "start",
        call: "a",
        at: 1_060,
        timing: { queuedAt: 0, readyAt: 10, preparedAt: 40, startedAt: 60 },
      },
      end("a", 1_100),
    ]);
    const [first] = view.calls.values();
    expect(first && phasesOf(first, 2_000)).toEqual([
      { phase: "conflict", from: 1_000, to: 1_010 },
      { phase: "approval", from: 1_010, to: 1_040 },
      { phase: "slot", from: 1_040, to: 1_060 },
      { phase: "running", from: 1_060, to: 1_100 },
    ]);
  });

  it("counts the time from the start of the run for a call that is prepared only after an earlier one", () => {
    const view = viewOf([
      { type: "run", run: 1, at: 1_000, sessionId: "s", callCount: 3 },
      call("a", 1_001),
      { ...call("b", 6_000), conflicts: ["a"] } as RunRecord,
      { type: "start", call: "b", at: 6_002, timing: { queuedAt: 0, readyAt: 5_500, startedAt: 5_500 } },
      end("b", 6_010),
    ]);
    const second = view.calls.get("b");
    expect(second && phasesOf(second, 9_000)).toEqual([
      { phase: "conflict", from: 1_000, to: 6_002 },
      { phase: "running", from: 6_002, to: 6_010 },
    ]);
    expect(unpreparedCalls(view)).toBe(1);
    applyRecord(view, { type: "run-end", run: 1, at: 7_000 });
    expect(unpreparedCalls(view)).toBe(0);
  });

  it("extends the part that lasts to the present", () => {
    const [first] = viewOf([call("a", 0), { type: "question", call: "a", at: 5 }]).calls.values();
    expect(first && phasesOf(first, 50)).toEqual([
      { phase: "slot", from: 0, to: 5 },
      { phase: "approval", from: 5, to: 50 },
    ]);
  });
});

describe("durationText", () => {
  it.each([
    [0.04, "0 ms"],
    [12.46, "12.5 ms"],
    [480.2, "480 ms"],
    [11_237.8, "11.2 s"],
  ])("writes %d milliseconds as %s", (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe("diffIn", () => {
  it.each<readonly [string, string, string | undefined]>([
    [
      "a fenced diff",
      "Done.\n```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n```\nMore.",
      "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b",
    ],
    ["a plain diff", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b"],
    ["a text with a rule of dashes", "title\n--- \ntext", undefined],
    ["a text without a diff", "1: a", undefined],
  ])("finds %s", (_what, text, diff) => {
    expect(diffIn(text)).toBe(diff);
  });
});
