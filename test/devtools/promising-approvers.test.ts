import { expect, it } from "vitest";
import { createDevtools } from "../../src/devtools/index.js";
import { createToolRuntime } from "../../src/index.js";
import { echoTool } from "../runtime/fixtures.js";
import { expectWellFormed, watchProcess } from "../runtime/well-formed.js";

const call = { id: "1", name: "echo", input: { text: "x" } };

function rejecting(): never {
  return Promise.reject(new Error("never awaited")) as never;
}

const APPROVERS: Readonly<Record<string, (signal: AbortSignal) => unknown>> = {
  throws: () => {
    throw new Error("no");
  },
  "throws a promise": () => {
    throw rejecting();
  },
  rejects: rejecting,
  "rejects once the page has answered": (signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("late")))),
  "answers garbage": () => 5,
  "never settles": () => new Promise<never>(() => {}),
};

it.each(Object.entries(APPROVERS))(
  "a call that DevTools asks about has one result if the host's approver %s",
  async (_title, approve) => {
    const watched = watchProcess();
    const devtools = createDevtools({ onApproval: (_request, { signal }) => approve(signal) as never });
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: [{ tool: "echo", verdict: "ask" }],
      plugins: [devtools.plugin],
      onApproval: devtools.onApproval,
    });
    runtime.on(({ type }) => {
      if (type === "tool-approval-request") setTimeout(() => void devtools.close(), 20);
    });
    const result = await runtime.execute(call);
    expectWellFormed([call], [result]);
    expect(result.status).toBe("rejected-by-user");
    await devtools.close();
    await watched.none();
  },
);

it.each(["onApproval", "recordTo"])("createDevtools refuses a promise as %s", async (name) => {
  const watched = watchProcess();
  expect(() => createDevtools({ [name]: rejecting() })).toThrow(`createDevtools: ${name} must be`);
  await watched.none();
});
