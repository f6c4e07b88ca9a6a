import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { showActivity } from "../../src/cli/activity-line.js";
import { createToolRuntime, defineTool } from "../../src/index.js";
import { manualClock } from "../runtime/fixtures.js";

async function world({ isTTY }: { readonly isTTY: boolean }) {
  const clock = manualClock();
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 30 });
  let written = "";
  stderr.on("data", (text) => {
    written += String(text);
  });
  let end = (): void => {};
  const slow = defineTool({
    name: "slow",
    description: "Runs until the test ends it.",
    inputSchema: z.object({}),
    execute: async (_input, context) => {
      context.progress({ message: "halfway\u001B[2J" });
      await new Promise<void>((resolve) => {
        end = resolve;
        started();
      });
      return "done";
    },
  });
  let started = (): void => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const runtime = createToolRuntime({ toolset: "none", tools: [slow], permissions: "allow-all", clock });
  const activity = showActivity(runtime, { stderr }, clock);
  const result = runtime.execute({ id: "1", name: "slow", input: {} });
  await running;
  const finish = async (): Promise<void> => {
    end();
    await result;
    activity.end();
    await runtime[Symbol.asyncDispose]();
  };
  return { clock, finish, written: () => written };
}

describe("showActivity", () => {
  it("shows what runs and its last progress after a second, and removes the line at the end", async () => {
    const { clock, finish, written } = await world({ isTTY: true });
    await clock.advance(900);
    expect(written()).toBe("");
    await clock.advance(1_200);
    expect(written()).toBe("\r\u001B[2Kslow, 1 s: halfway\\x1b[2J\r\u001B[2Kslow, 2 s: halfway\\x1b[2J");
    await finish();
    expect(written().endsWith("\r\u001B[2K")).toBe(true);
  });

  it("writes nothing without a terminal", async () => {
    const { clock, finish, written } = await world({ isTTY: false });
    await clock.advance(5_000);
    await finish();
    expect(written()).toBe("");
  });
});
