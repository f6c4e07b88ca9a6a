import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool } from "../../../src/core.js";

/** Calls after which a host has polled for long enough: some hundred milliseconds of work. */
const MAX_POLLS = 20_000;

describe("A host that polls a tool without a pause", () => {
  it.each(["executeBatch", "stream"] as const)(
    "lets timers run between the calls of %s, although no call waits for anything",
    async (method) => {
      const tool = defineTool({
        name: "read_counter",
        description: "Returns a number.",
        kind: "read",
        inputSchema: z.object({}),
        execute: async () => "0",
      });
      await using runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
      const call = { id: "1", name: "read_counter", input: {} };
      await runtime.executeBatch([call]);

      let fired = false;
      const timer = setTimeout(() => (fired = true), 1);
      let polls = 0;
      while (!fired && polls < MAX_POLLS) {
        polls += 1;
        if (method === "executeBatch") await runtime.executeBatch([call]);
        else for await (const _ of runtime.stream([call]));
      }
      clearTimeout(timer);

      expect(polls).toBeLessThan(MAX_POLLS);
    },
  );
});
