import { describe, expect, it } from "vitest";
import type { RedisLink } from "../../../../src/adapters/bullmq/redis/index.js";
import type { WorkspaceNames } from "../../../../src/adapters/bullmq/wire/index.js";
import { OwnedEpochs } from "../../../../src/adapters/bullmq/worker/owned-epochs.js";

/** A connection that remembers an epoch until it must forget it. */
class FakeLink {
  current = "a";
  nowMs = 0;
  knownEpoch: string | undefined;

  forgetEpoch(): void {
    this.knownEpoch = undefined;
  }

  async epoch(): Promise<string> {
    this.knownEpoch ??= this.current;
    return this.knownEpoch;
  }

  async now(): Promise<number> {
    return this.nowMs;
  }
}

async function owner(link = new FakeLink()) {
  const epochs = new OwnedEpochs(link as unknown as RedisLink, {} as WorkspaceNames);
  const enter = (epoch: string) => {
    link.current = epoch;
    link.forgetEpoch();
  };
  link.nowMs = 100;
  await epochs.begin();
  return { epochs, enter };
}

describe("the owner of a workspace", () => {
  it("knows the starts of the present epoch, and of jobs of hosts without one", async () => {
    const { epochs } = await owner();
    expect(await epochs.covers({ epoch: "a", sentAt: 1 })).toBe(true);
    expect(await epochs.covers({ sentAt: 1 })).toBe(true);
  });

  it("knows of an earlier epoch only the starts since it became the owner", async () => {
    const { epochs, enter } = await owner();
    enter("b");
    expect(await epochs.covers({ epoch: "a", sentAt: 100 })).toBe(true);
    expect(await epochs.covers({ epoch: "a", sentAt: 99 })).toBe(false);
    expect(await epochs.covers({ epoch: "before a", sentAt: 200 })).toBe(false);
  });

  it("knows all starts of an epoch that began and ended while it was the owner", async () => {
    const { epochs, enter } = await owner();
    enter("b");
    expect(await epochs.covers({ epoch: "b", sentAt: 1 })).toBe(true);
    enter("c");
    expect(await epochs.covers({ epoch: "b", sentAt: 1 })).toBe(true);
  });

  it("asks Redis for the epoch when it becomes the owner", async () => {
    const link = new FakeLink();
    await link.epoch();
    link.current = "b";
    const { epochs, enter } = await owner(link);
    enter("c");
    expect(await epochs.covers({ epoch: "b", sentAt: 100 })).toBe(true);
    expect(await epochs.covers({ epoch: "a", sentAt: 100 })).toBe(false);
  });
});
