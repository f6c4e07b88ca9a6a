import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bullmqExecutor, serveWorker } from "../../../src/adapters/bullmq/index.js";
import { openTelemetry } from "../../../src/adapters/otel/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { describeWithRedis, useRedis } from "../bullmq/redis-server.js";
import { parentOf, recordersOf, recordTelemetry, useContextManager } from "./telemetry.js";

useContextManager();

describeWithRedis("a call that a worker carries out", () => {
  const redis = useRedis();

  it("records one trace on host and worker", async () => {
    const cwd = await temporaryFolder();
    writeFileSync(join(cwd, "a.txt"), "alpha\n");
    const near = recordTelemetry();
    const far = recordTelemetry();
    await using _worker = serveWorker({
      connection: redis.connection,
      workspaces: ["shop"],
      createRuntime: () =>
        createToolRuntime({ cwd, permissions: "allow-all", plugins: [openTelemetry(recordersOf(far))] }),
    });
    await using executor = bullmqExecutor({ connection: redis.connection, workspace: "shop", root: cwd });
    await using runtime = createToolRuntime({
      cwd,
      executor,
      permissions: "allow-all",
      plugins: [openTelemetry(recordersOf(near))],
    });
    const result = await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    expect(result).toMatchObject({ status: "done" });
    const asked = near.span("execute_tool Read");
    const batch = far.span("execute_batch");
    expect(batch.spanContext().traceId).toBe(asked.spanContext().traceId);
    expect(parentOf(batch)).toBe(asked.spanContext().spanId);
    expect(parentOf(far.span("execute_tool Read"))).toBe(batch.spanContext().spanId);
  });
});
