import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BundledProgram } from "../../bundled-module.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";
import { bundleFleetWorker, WorkerProcess } from "./worker-process.js";

/** `COLLET_FLEET=full` is the long version. */
const ROUNDS = process.env.COLLET_FLEET === "full" ? 10 : 1;
const LEASE_MS = 700;

const WRITE = "while :; do echo first >> log; sleep 0.01; done";

const IGNORES = { title: "ignores SIGTERM", command: `trap '' TERM; ${WRITE}` };
const SESSION = {
  title: "has a session of its own",
  command: `setsid bash -c '${WRITE}' >/dev/null 2>&1 & wait`,
};
const WIPED = { title: "wiped its environment", command: `exec env -i PATH="$PATH" bash -c '${WRITE}'` };
const ALL = {
  title: "does all of it at once",
  command: `setsid bash -c '${WRITE}' >/dev/null 2>&1 & env -i PATH="$PATH" bash -c '${WRITE}' & trap '' TERM; ${WRITE}`,
};
const COMMANDS = process.env.COLLET_FLEET === "full" ? [IGNORES, SESSION, WIPED, ALL] : [ALL];

describeWithRedis("a worker that is stopped while a command writes", () => {
  const redis = useRedis();
  let bundle: BundledProgram;
  beforeAll(async () => {
    bundle = await bundleFleetWorker();
  }, 60_000);
  afterAll(() => bundle.dispose());

  it.each(
    Array.from({ length: ROUNDS }, (_, round) => COMMANDS.map((command) => ({ round, ...command }))).flat(),
  )(
    "writes nothing more once another owns the workspace: one that $title, round $round",
    async ({ command }) => {
      const fleet = new TestFleet(redis);
      const start = (name: string) => {
        const stateDirectory = join(temporaryFolder(), "state");
        mkdirSync(stateDirectory);
        const workspaces = { [fleet.workspace]: fleet.folder };
        return new WorkerProcess(bundle, {
          redis: redis.path,
          workspaces,
          name,
          leaseMs: LEASE_MS,
          stateDirectory,
        });
      };
      const lines = () => {
        const file = join(fleet.folder, "log");
        return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
      };
      const first = start("first");
      const workers = [first];
      try {
        await first.saw(({ type }) => type === "owned");
        const second = start("second");
        workers.push(second);
        await second.saw(({ type }) => type === "stand-by");
        const host = fleet.host();
        const running = host.execute({ id: "1", name: "Bash", input: { cmd: command } });
        // For longer than a lease, so that it is renewed beside the command.
        await expect.poll(() => lines().length).toBeGreaterThan(50);
        first.signal("SIGSTOP");
        await second.saw(({ type }) => type === "owned");
        const last = lines().length;
        const next = await host.execute({ id: "2", name: "Bash", input: { cmd: "echo second >> log" } });
        expect(next).toMatchObject({ status: "done", metadata: { remote: { worker: "second" } } });
        expect(await running).toMatchObject({ status: "error", error: { errorCode: "worker-lost" } });
        expect(lines().slice(last)).toEqual(["second"]);
        first.signal("SIGCONT");
        await first.saw(({ type }) => type === "lost");
        expect(lines().slice(last)).toEqual(["second"]);
      } finally {
        for (const worker of workers) await worker.kill();
      }
    },
  );
});
