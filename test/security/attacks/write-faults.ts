import { expect } from "vitest";
import { type ErrorCode, ToolError, type ToolResult } from "../../../src/index.js";
import type { Attack } from "../attack.js";
import { interferedBackend } from "../interfered-backend.js";
import { countReport, startCalls, startCounting, until } from "../processes.js";
import { requireTried } from "../untried.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

const OLD = "the old content\n".repeat(1_000);
const NEW = `a line in front\n${OLD}`;
const EDIT = { old_str: OLD, new_str: NEW };

function editOf(world: World, input: object) {
  return { id: "edit", name: "edit_file", input: { path: world.path("$WS/f"), ...input } };
}

/** The file is whole, the old or the new one, and whoever comes next can edit it. */
async function expectWholeAndFree(world: World): Promise<"old" | "new"> {
  const content = world.text("$WS/f");
  expect([OLD, NEW].includes(content), `whole, but it begins with ${content.slice(0, 40)}`).toBe(true);
  await using next = worldRuntime(world);
  const result = await next.execute(editOf(world, { old_str: content, new_str: "by the next one\n" }));
  expect(result.status).toBe("done");
  expect(world.text("$WS/f")).toBe("by the next one\n");
  return content === OLD ? "old" : "new";
}

/** A system call of an edit fails, once. */
function failing(id: Attack["id"], step: string, code: ErrorCode, errno: string): Attack {
  return {
    id,
    hazard: `${errno} at the step '${step}' of an edit leaves half of a file, a temporary file or a lock`,
    // A mode that a new file does not have by itself.
    setup: (world) => world.file("$WS/f", OLD, 0o640),
    stage: async (world) => {
      let hit = false;
      let result: ToolResult;
      {
        await using runtime = worldRuntime(world, {
          backend: (backend) =>
            interferedBackend(backend, (at) => {
              if (hit || at !== step) return;
              hit = true;
              throw new ToolError(`${errno} injected`, { code, cause: { code: errno } });
            }),
        });
        result = await runtime.execute(editOf(world, EDIT));
      }
      requireTried(hit, `no step '${step}'`);
      expect(world.names()).toEqual(["f"]);
      const state = await expectWholeAndFree(world);
      if (result.status === "done") expect(state).toBe("new");
    },
  };
}

/** The process dies at a step of an edit. */
function killed(id: Attack["id"], step: string, type: "kill" | "fail" = "kill"): Attack {
  const at = type === "fail" ? "removal of its temporary file" : `step '${step}'`;
  return {
    id,
    hazard: `SIGKILL at the ${at} of an edit leaves half of a file, a lock that blocks, or litter`,
    needs: ["linux"],
    setup: (world) => world.file("$WS/f", OLD),
    stage: async (world, { renames }) => {
      // Written in place, a file is written a second time, and that is when it can be torn.
      const inPlace = renames === undefined ? {} : { renames, times: 2 };
      const worker = await startCalls(world, [editOf(world, EDIT)], { step, type, ...inPlace });
      requireTried((await worker.ended).signal === "SIGKILL", "the process lived on");
      // A lock counts as left behind once nobody has refreshed it for a while.
      world.ageLocks();
      await expectWholeAndFree(world);
      expect(world.names()).toEqual(["f"]);
    },
  };
}

const LABELS = ["alpha", "beta", "gamma", "delta"];
const ROUNDS = 2;
const FILES = ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"];

/** Faults, kills, aborts and other processes in the middle of a write. */
export const writeFaultAttacks: readonly Attack[] = [
  failing("E040", "write on", "io-error", "EIO"),
  failing("E042", "setMode", "access-denied", "EPERM"),
  failing("E044", "close", "io-error", "EIO"),
  failing("E047", "rename", "access-denied", "EACCES"),
  killed("E049", "write on"),
  killed("E050", "sync"),
  killed("E052", "close"),
  killed("E054", "syncDirectory"),
  killed("E055", "rename", "fail"),
  {
    id: "E056",
    hazard: "processes that are killed while they edit truncate files",
    needs: ["linux"],
    setup: (world) => {
      for (const name of FILES) world.file(`$WS/${name}`, LABELS.map((label) => `${label} = 0;\n`).join(""));
    },
    stage: async (world) => {
      const files = FILES.map((name) => world.path(`$WS/${name}`));
      const told = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const workers = await Promise.all(LABELS.map((label) => startCounting(world, { files, label })));
        const edits = workers.map(() => 0);
        for (const [index, { child }] of workers.entries()) {
          child.stdout?.on("data", () => {
            edits[index] = (edits[index] ?? 0) + 1;
          });
        }
        await until(
          () => edits.every((count) => count > round),
          () => workers.some(({ child }) => child.exitCode !== null || child.signalCode !== null),
        );
        // All at once: who lives on would wait for the locks of the dead.
        for (const { child } of workers) child.kill("SIGKILL");
        for (const [index, { ended }] of workers.entries()) {
          for (const line of (await ended).output.split("\n").slice(0, -1)) {
            const [path = "", count] = line.split(" ");
            told.set(`${path} ${LABELS[index]}`, Number(count));
          }
        }
        world.ageLocks();
      }
      // Whoever comes next can edit every file, and clears away what the dead have left.
      await using next = worldRuntime(world);
      for (const path of files) {
        const input = { path, edits: [{ old_str: "delta", new_str: "omega" }] };
        expect((await next.execute({ id: path, name: "multi_edit", input })).status).toBe("done");
      }
      expect(told.size).toBeGreaterThan(LABELS.length);
      for (const path of files) {
        const counts = /^alpha = (\d+);\nbeta = (\d+);\ngamma = (\d+);\nomega = (\d+);\n$/.exec(
          world.text(path),
        );
        expect(counts, world.text(path)).not.toBeNull();
        for (const [index, label] of LABELS.entries()) {
          // Nothing that was told is lost; what was being written when the process died may be there too.
          expect(Number(counts?.[index + 1])).toBeGreaterThanOrEqual(told.get(`${path} ${label}`) ?? 0);
        }
      }
    },
    withinMs: 18_000,
  },
  {
    id: "E057",
    hazard: "processes that count in one file overwrite each other's count",
    setup: (world) => world.file("$WS/n", "n = 0;\n"),
    stage: async (world) => {
      const work = { files: [world.path("$WS/n")], label: "n", times: 8 };
      const workers = await Promise.all([1, 2, 3, 4].map(() => startCounting(world, work)));
      const reports = await Promise.all(workers.map(countReport));
      expect(reports.map(({ counted }) => counted)).toEqual([8, 8, 8, 8]);
      expect(world.text("$WS/n")).toBe("n = 32;\n");
    },
    withinMs: 18_000,
  },
  {
    id: "E058",
    hazard: "an abort between the temporary file and its rename",
    setup: (world) => world.file("$WS/f", OLD),
    stage: async (world) => {
      const controller = new AbortController();
      let result: ToolResult;
      {
        await using runtime = worldRuntime(world, {
          backend: (backend) =>
            interferedBackend(backend, (step) => {
              if (step === "rename") controller.abort();
            }),
        });
        result = await runtime.execute(editOf(world, EDIT), { signal: controller.signal });
      }
      requireTried(controller.signal.aborted, "no abort");
      expect(world.names()).toEqual(["f"]);
      const state = await expectWholeAndFree(world);
      // A change that is there is told, also when nobody waits for the rest of the call.
      expect([result.status, result.trackFiles ?? []]).toEqual(
        state === "new"
          ? [expect.stringMatching(/done|cancelled/), [world.path("$WS/f")]]
          : ["cancelled", []],
      );
    },
  },
];
