import { describe, expect, it } from "vitest";
import { RemoteCall } from "../../../src/adapters/bullmq/client/remote-call.js";
import { readWorkerMessage } from "../../../src/adapters/bullmq/wire/wire-messages.js";
import { createToolRuntime, type Executor, type ToolResult } from "../../../src/core.js";
import { echoTool } from "../../runtime/fixtures.js";
import { expectWellFormed, watchProcess } from "../../runtime/well-formed.js";

const KEY = { workspace: "shop", secret: undefined };
const CALLS = [{ id: "1", name: "echo", input: { text: "x" } }];
const RESULT = { status: "done", result: "x", content: [{ type: "text", text: "x" }] };

/** One message of each type, as a worker writes it. */
const MESSAGES: Readonly<Record<string, object>> = {
  started: { token: "w" },
  progress: { update: { message: "half" } },
  log: { text: "a line" },
  change: { change: { type: "update", path: "/w/a", movedFrom: "/w/b" } },
  question: { id: "1", question: { reason: "why", paths: [] } },
  result: { result: RESULT, timing: { worker: "w", waitedMs: 1, ranMs: 1 }, outputs: [] },
};

const ODD: readonly unknown[] = [null, 5, -1e308, "", "text", true, [], [null], {}, { length: 5 }];

/** A message with each of its fields, and of their fields, replaced by an odd value. */
function* oddForms(message: object): Generator<object> {
  for (const [name, value] of Object.entries(message)) {
    for (const odd of ODD) yield { ...message, [name]: odd };
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    for (const inner of oddForms(value)) yield { ...message, [name]: inner };
  }
}

/** Carries a call out by what a worker says. */
function toldBy(texts: readonly string[]): Executor {
  return {
    async run(_call, context) {
      const remote = new RemoteCall("j", context, () => {});
      for (const text of texts) {
        const message = readWorkerMessage(text, KEY);
        if (message !== undefined) remote.take(message);
      }
      return (await remote.result) as ToolResult;
    },
  };
}

describe("messages of a worker with wrong types", () => {
  it.each(Object.entries(MESSAGES))(
    "a message of the type %s with any wrong field keeps no call from its one result",
    async (type, message) => {
      const watched = watchProcess();
      for (const odd of oddForms(message)) {
        const texts = [
          { job: "j", type, from: "w", seq: 1, ...odd },
          { job: "j", type: "result", result: RESULT, from: "w", seq: 2 },
        ].map((each) => JSON.stringify(each));
        const runtime = createToolRuntime({
          tools: [echoTool],
          permissions: "allow-all",
          executor: toldBy(texts),
        });
        const results = await runtime.executeBatch(CALLS);
        expectWellFormed(CALLS, results);
        const [result] = results;
        if (result?.status === "error") expect(result.error.message).toMatch(/worker '\w+'|executor/);
        else expect(result?.status).toBe("done");
        if (type !== "result") expect(result?.status).toBe("done");
      }
      await watched.none();
    },
  );
});
