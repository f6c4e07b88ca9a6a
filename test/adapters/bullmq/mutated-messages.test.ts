import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../../src/index.js";
import { Attacker } from "./attacker.js";
import { TestFleet } from "./fleet.js";
import { Mutator, numbersFrom } from "./mutator.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const secret = "s3cret";

/** Rounds of ten calls each; `COLLET_FLEET=full` is the long version. */
const ROUNDS = process.env.COLLET_FLEET === "full" ? 10 : 1;

const CALLS_OF_A_ROUND = 10;

const asker = defineTool({
  name: "asker",
  description: "Asks a question while it runs, and reports progress.",
  kind: "execute",
  inputSchema: z.object({ number: z.number() }),
  async execute({ number }, { ask, progress }) {
    progress({ message: `asking ${number}` });
    return `${number}: ${(await ask({ reason: `question ${number}` })) ? "yes" : "no"}`;
  },
});

describeWithRedis("an attacker who answers every message and every job with changed copies", () => {
  const redis = useRedis();

  it.each(Array.from({ length: ROUNDS }, (_, seed) => ({ seed })))(
    "changes no answer, no result and no file, and has no call carried out twice: seed $seed",
    async ({ seed }) => {
      const fleet = new TestFleet(redis);
      const attacker = new Attacker(fleet);
      // What the attacker wrote for an earlier seed would only make the attack slower.
      await attacker.redis.flushall();
      await fleet.worker({ secret, rules: { tools: [asker] } }).ready();
      const executor = fleet.executor({ secret, isRemote: () => true });
      const host = fleet.host({
        tools: [asker],
        executor,
        permissions: [{ tool: "Bash", verdict: "allow" }],
        // The question before the call, then the question of the tool: only even numbers are approved.
        onApproval: ({ decision }) => /^question \d*[13579]$/.test(decision.reason ?? "") === false,
      });
      const mutator = new Mutator(attacker, numbersFrom(seed));
      mutator.start();
      for (let number = 0; number < CALLS_OF_A_ROUND; number += 1) {
        const batch = [
          { id: `a${number}`, name: "asker", input: { number } },
          { id: `b${number}`, name: "Bash", input: { cmd: `echo line-${number} >> log.txt; sleep 0.2` } },
        ];
        const [asked, ran] = await host.executeBatch(batch);
        expect(asked, asked?.error?.message).toMatchObject({
          status: "done",
          result: `${number}: ${number % 2 === 0 ? "yes" : "no"}`,
        });
        expect(ran, ran?.error?.message).toMatchObject({ status: "done" });
        expect(JSON.stringify([asked, ran])).not.toContain("forged");
      }
      await mutator.stop();
      const lines = readFileSync(join(fleet.folder, "log.txt"), "utf8").trimEnd().split("\n");
      expect(lines).toEqual(Array.from({ length: CALLS_OF_A_ROUND }, (_, number) => `line-${number}`));
      expect(mutator.sent).toBeGreaterThan(200);
      const refused = fleet.events.filter(({ type }) => type === "message-refused").length;
      expect(refused + (await executor.metrics()).refused).toBeGreaterThan(150);
    },
  );
});
