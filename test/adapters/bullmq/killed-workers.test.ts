import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bullmqExecutor } from "../../../src/adapters/bullmq/index.js";
import { createToolRuntime, type ToolCall, type ToolResult } from "../../../src/index.js";
import type { BundledProgram } from "../../bundled-module.js";
import { describeWithRedis, useRedis } from "./redis-server.js";
import { bundleFleetWorker, WorkerProcess } from "./worker-process.js";

/** `COLLET_FLEET=full` is the long version: 20 rounds of 500 calls. */
const IS_FULL = process.env.COLLET_FLEET === "full";
const ROUNDS = IS_FULL ? 20 : 1;
const CALLS = IS_FULL ? 500 : 120;
const FILES = 12;
const LEASE_MS = 700;

/** Workers killed in one round at the most: on a slow machine the calls must come to their end at some time. */
const MAX_KILLS = IS_FULL ? 12 : 4;

/** A small generator with a seed, so that a round can be had again. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface MixedCall {
  readonly call: ToolCall;
  /** How often the change is there, if the call is one. */
  readonly timesDone?: () => number;
}

function mixedCalls(folder: string): readonly MixedCall[] {
  const text = (name: string) => {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      return "";
    }
  };
  return Array.from({ length: CALLS }, (_, index): MixedCall => {
    const id = `call-${index}`;
    const file = `f${index % FILES}.txt`;
    switch (index % 5) {
      case 0:
      case 1:
        return {
          call: {
            id,
            name: "edit_file",
            input: { path: file, old_str: `anchor ${index};`, new_str: `anchor ${index}; edit ${index};` },
          },
          timesDone: () => text(file).split(` edit ${index};`).length - 1,
        };
      case 2:
        return { call: { id, name: "Read", input: { path: file } } };
      case 3:
        return { call: { id, name: "Grep", input: { pattern: `anchor ${index};`, path: file } } };
      default:
        return {
          call: { id, name: "Bash", input: { cmd: `echo run ${index}. >> log-${index % 3}.txt` } },
          timesDone: () => text(`log-${index % 3}.txt`).split(`run ${index}.\n`).length - 1,
        };
    }
  });
}

describeWithRedis("workers that are killed", () => {
  const redis = useRedis();
  let bundle: BundledProgram;
  beforeAll(async () => {
    bundle = await bundleFleetWorker();
  }, 60_000);
  afterAll(() => bundle.dispose());

  it.each(Array.from({ length: ROUNDS }, (_, round) => ({ round })))(
    `leave each of ${CALLS} mixed calls with one result, and each change there once or reported as not done, round $round`,
    async ({ round }) => {
      const random = randomOf(round + 1);
      const folder = mkdtempSync(join(tmpdir(), "collet-fleet-"));
      const workspace = `round ${round}/${CALLS}`;
      const calls = mixedCalls(folder);
      for (let file = 0; file < FILES; file += 1) {
        const anchors = calls.flatMap((_, index) => (index % FILES === file ? [`anchor ${index};`] : []));
        writeFileSync(join(folder, `f${file}.txt`), `${anchors.join("\n")}\n`);
      }
      const stateDirectory = join(folder, ".state");
      mkdirSync(stateDirectory);
      let count = 0;
      const start = () =>
        new WorkerProcess(bundle, {
          redis: redis.path,
          workspaces: { [workspace]: folder },
          name: `worker-${++count}`,
          leaseMs: LEASE_MS,
          stateDirectory,
        });
      let workers = [start(), start()];
      await using executor = bullmqExecutor({
        connection: redis.connection,
        workspace,
        root: folder,
        // The takeovers of a loaded machine take their time.
        startTimeoutMs: 120_000,
      });
      await using runtime = createToolRuntime({
        cwd: folder,
        executor,
        permissions: "allow-all",
        // As many as a host has under way with its model: kills come in the middle of some.
        concurrency: { max: 16 },
      });
      let kills = 0;
      let isOver = false;
      const results: ToolResult[] = [];
      const underway = runtime.executeBatch(calls.map(({ call }) => call)).then((all) => {
        results.push(...all);
        isOver = true;
      });
      while (!isOver) {
        const owner = workers.find((worker) => worker.isOwner);
        if (owner !== undefined) {
          await owner.saw(({ type }) => type === "call-start");
          await Promise.race([underway, new Promise((resolve) => setTimeout(resolve, 30 + random() * 400))]);
          if (!isOver && kills < MAX_KILLS && owner.isOwner) {
            await owner.kill();
            kills += 1;
            workers = [...workers.filter((worker) => worker !== owner), start()];
          }
        }
        await Promise.race([underway, new Promise((resolve) => setTimeout(resolve, 20))]);
      }
      await underway;

      expect(kills).toBeGreaterThan(0);
      expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ call }) => call.id));
      const lost = results.filter((result) => result.error?.errorCode === "worker-lost");
      for (const [index, result] of results.entries()) {
        const times = calls[index]?.timesDone?.();
        const said = `${result.callId} ${result.status}: ${result.error?.message ?? ""}`;
        if (times === undefined) {
          // What changes nothing is begun anew until it is done.
          expect(result.status, said).toBe("done");
        } else if (result.status === "done") {
          expect(times, said).toBe(1);
        } else {
          expect(result.error?.errorCode, said).toBe("worker-lost");
          expect(times, said).toBeLessThanOrEqual(1);
          if (/has not run/.test(result.error?.message ?? "")) expect(times, said).toBe(0);
        }
      }
      // No file is in pieces: every anchor is where it was.
      for (let file = 0; file < FILES; file += 1) {
        const lines = readFileSync(join(folder, `f${file}.txt`), "utf8")
          .trimEnd()
          .split("\n");
        expect(lines.map((line) => line.replace(/ edit \d+;$/, ""))).toEqual(
          calls.flatMap((_, index) => (index % FILES === file ? [`anchor ${index};`] : [])),
        );
      }
      if (IS_FULL)
        console.log(`round ${round}: ${kills} kills, ${lost.length} of ${CALLS} calls reported as lost`);
      await Promise.all(workers.map((worker) => worker.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
    IS_FULL ? 600_000 : 120_000,
  );
});
