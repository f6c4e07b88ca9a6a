import { describe, expect, it } from "vitest";
import { claimCall } from "../../../../src/adapters/bullmq/worker/claim-call.js";
import type { ServingContext } from "../../../../src/adapters/bullmq/worker/serving-context.js";

/**
 * Claims a call of which the worker knows all starts or not, before and after Redis has marked it as started.
 *
 * @param knows - whether it does each time that it looks
 */
async function claim(knows: readonly boolean[], answer: readonly string[] = ["go"]) {
  const steps: string[] = [];
  const left = [...knows];
  const context = {
    workspace: "project",
    token: "token",
    recordMs: 1_000,
    names: { record: (job: string) => `record of ${job}`, lease: "lease" },
    link: {
      roughNow: 0,
      run: async (script: string) => {
        steps.push(script);
        return answer;
      },
    },
    begun: {
      has: () => false,
      add: () => {
        steps.push("remembered");
        return true;
      },
    },
    epochs: { covers: async () => left.shift() ?? false },
  } as unknown as ServingContext;
  const job = { notAfter: 1_000, sentAt: 0 } as Parameters<typeof claimCall>[0]["job"];
  const claimed = await claimCall({ jobId: "1", job, isFirstDelivery: true }, context);
  return { claimed, steps };
}

const forgotten = { status: "over", result: { error: { errorCode: "redis-restored" } } };

describe("a call that a worker claims", () => {
  it("starts if the worker knows all starts before and after Redis has marked it", async () => {
    const { claimed, steps } = await claim([true, true]);
    expect(claimed).toEqual({ status: "go" });
    expect(steps).toEqual(["colletBegin", "remembered"]);
  });

  it("does not start, and is not marked, if Redis may have forgotten its start", async () => {
    const { claimed, steps } = await claim([false, true]);
    expect(claimed).toMatchObject(forgotten);
    expect(steps).toEqual([]);
  });

  it("does not start if Redis was restored while it was marked", async () => {
    const { claimed, steps } = await claim([true, false]);
    expect(claimed).toMatchObject(forgotten);
    expect(steps).toEqual(["colletBegin"]);
  });
});
