import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../src/core.js";
import { createToolTester, describeTool, recordRun, replay } from "../../src/testing/index.js";
import { echoTool } from "../runtime/fixtures.js";

describe("the options of the testing functions", () => {
  it("refuse unknown names", async () => {
    await expect(createToolTester(echoTool, { file: {} } as never)).rejects.toThrow(
      'createToolTester has no option "file". Did you mean "files"?',
    );
    await expect(recordRun(createToolRuntime, { onAproval: () => true } as never)).rejects.toThrow(
      'recordRun has no option "onAproval". Did you mean "onApproval"?',
    );
    await expect(replay({} as never, createToolRuntime, { ignored: [] } as never)).rejects.toThrow(
      'replay has no option "ignored". Did you mean "ignore"?',
    );
    const runner = { describe: () => {}, it: () => {} };
    expect(() => describeTool(echoTool, runner, { sample: [] } as never)).toThrow(
      'describeTool has no option "sample". Did you mean "samples"?',
    );
    expect(() => describeTool(echoTool, runner, { limits: { callMS: 5 } } as never)).toThrow(
      'limits of describeTool has no option "callMS". Did you mean "callMs"?',
    );
  });
});
