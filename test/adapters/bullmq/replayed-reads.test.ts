import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sealJob, type WireJob } from "../../../src/adapters/bullmq/wire/wire-job.js";
import { Attacker } from "./attacker.js";
import { TestFleet } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const secret = "s3cret";

describeWithRedis("a signed job of a call that only reads", () => {
  const redis = useRedis();

  it.each([
    ["carried out again by a worker that takes over within ten minutes", 60_000, "done"],
    ["refused later, because an attacker must have recorded it", 900_000, "error"],
  ])("a signed job is %s", async (_title, ageMs, status) => {
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    await fleet.worker({ secret }).ready();
    writeFileSync(join(fleet.folder, "a.txt"), "content of today\n");
    const host = `recorded-${ageMs}`;
    const at = Date.now() - ageMs;
    const job: WireJob = {
      version: 1,
      host,
      session: { id: "s", cwd: "", parents: [] },
      request: { type: "call", tool: "Read", input: { path: join(fleet.folder, "a.txt") }, decided: "ask" },
      sentAt: at,
      notAfter: at,
    };
    const id = `${host}-1`;
    await attacker.enqueue(id, sealJob(job, id, { secret, workspace: fleet.workspace }));
    const ends = () => fleet.events.filter(({ type }) => type === "call-end");
    await expect.poll(ends).toMatchObject([{ status }]);
    const answers = (await attacker.texts(`collet:fleet:host:${host}`)).join("");
    expect(answers.includes("content of today")).toBe(status === "done");
  });
});
