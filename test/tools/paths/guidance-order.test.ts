import { expect, it } from "vitest";
import { type ToolContext, ToolError } from "../../../src/index.js";
import { earlierGuidance, reportingInOrder } from "../../../src/tools/paths/guidance-order.js";

const session = { id: "s", cwd: "/", memory: new Map<unknown, unknown>() };

/** A call whose operation ends when the test ends it. */
function begin() {
  const controller = new AbortController();
  const context = { session, signal: controller.signal } as unknown as ToolContext;
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const operation = reportingInOrder({ run: () => waiting } as never) as unknown as {
    run(input: unknown, context: ToolContext): Promise<void>;
  };
  return { controller, context, ended: operation.run({}, context), finish };
}

/** Returns whether a wait is over once all that could end it has run. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

it("earlierGuidance waits for each earlier call until it has ended or was aborted", async () => {
  const [first, second, third] = [begin(), begin(), begin()];
  const waits = [earlierGuidance(third.context), earlierGuidance(third.context)];
  expect(await isOver(earlierGuidance(first.context))).toBe(true);
  expect(await Promise.all(waits.map(isOver))).toEqual([false, false]);
  first.finish();
  await first.ended;
  expect(await Promise.all(waits.map(isOver))).toEqual([false, false]);
  // It does not stop, and must not block the others.
  second.controller.abort(new ToolError("stop", { code: "cancelled" }));
  expect(await Promise.all(waits.map(isOver))).toEqual([true, true]);
  expect(await isOver(earlierGuidance(third.context))).toBe(true);
  for (const call of [second, third]) call.finish();
});

it("earlierGuidance does not wait for a call that was aborted before", async () => {
  const [first, second] = [begin(), begin()];
  first.controller.abort();
  expect(await isOver(earlierGuidance(second.context))).toBe(true);
  for (const call of [first, second]) call.finish();
});
