import { linkSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { localFileLocks } from "../../../src/backends/local/file-locks/index.js";
import type { ToolResult, ToolRuntime } from "../../../src/index.js";
import { type Attack, done } from "../attack.js";
import { create, edit, glob } from "../calls.js";
import { interferedBackend } from "../interfered-backend.js";
import { reached, startCalls } from "../processes.js";
import { requireTried } from "../untried.js";
import type { Weakness } from "../weakness.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

/** Milliseconds within which a call that waits for a lock obeys an abort. */
const ABORT_LIMIT_MS = 500;

const LINES = "one = 1\ntwo = 2\n";

function editing(
  runtime: ToolRuntime,
  world: World,
  path: string,
  from: string,
  to: string,
  signal?: AbortSignal,
) {
  const input = { path: world.path(path), old_str: from, new_str: to };
  return runtime.execute({ id: "edit", name: "edit_file", input }, signal === undefined ? {} : { signal });
}

function weakRuntime(world: World, weakness: Weakness): ToolRuntime {
  return worldRuntime(world, { backend: (backend) => weakness.backend?.(backend, world) ?? backend });
}

/** A runtime whose first edit stands still at a step until it is let go. */
function haltingRuntime(world: World, step: string, weakness: Weakness = {}) {
  let arrive: () => void = () => {};
  let letGo: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let halted = false;
  const runtime = worldRuntime(world, {
    backend: (backend) =>
      interferedBackend(weakness.backend?.(backend, world) ?? backend, async (at) => {
        if (halted || at !== step) return;
        halted = true;
        arrive();
        await released;
      }),
  });
  return {
    runtime,
    arrived,
    /** Throws if it never got to the step: then nothing was tried. */
    letGo() {
      requireTried(halted, `no step '${step}'`);
      letGo();
    },
    /** Lets it go in any case: what stands still could not be disposed of. */
    async [Symbol.asyncDispose]() {
      letGo();
      await runtime[Symbol.asyncDispose]();
    },
  };
}

/** A holder that does nothing while its lock grows old; another process takes it over and edits; then the holder goes on. */
function standingStill(id: Attack["id"], type: "stop" | "block", hazard: string): Attack {
  return {
    id,
    hazard,
    needs: ["linux"],
    setup: (world) => world.file("$WS/f", LINES),
    stage: async (world) => {
      const call = {
        id: "1",
        name: "edit_file",
        input: { path: world.path("$WS/f"), old_str: "one = 1", new_str: "one = 3" },
      };
      const holder = await startCalls(world, [call], { step: "sync", type });
      await reached(world, holder);
      world.ageLocks();
      await using other = worldRuntime(world);
      expect((await editing(other, world, "$WS/f", "two = 2", "two = 4")).status).toBe("done");
      writeFileSync(join(world.state, "go"), "");
      holder.child.kill("SIGCONT");
      const [result] = JSON.parse((await holder.ended).output) as ToolResult[];
      // Either it sees that the file is another, or it starts over with the new one; the other's edit stays.
      expect(world.text("$WS/f")).toBe(
        result?.status === "done" ? "one = 3\ntwo = 4\n" : "one = 1\ntwo = 4\n",
      );
      if (result?.status !== "done") expect(result?.error?.errorCode).toBe("stale-file");
    },
  };
}

/** The place of the lock of a file: found out by locking it. */
async function lockPathOf(world: World, path: string): Promise<string> {
  const folder = join(world.state, "locks");
  const lock = await localFileLocks({ stateDirectory: world.state }).acquire(world.path(path), {
    signal: new AbortController().signal,
  });
  const [name = ""] = readdirSync(folder);
  await lock.release();
  return join(folder, name);
}

/** Something old that no holder made lies where the lock goes. */
function hostileLock(id: Attack["id"], what: string, lay: (lockPath: string, world: World) => void): Attack {
  return {
    id,
    hazard: `${what} has the name of the lock of a file`,
    needs: ["linux"],
    setup: (world) => world.file("$WS/f", LINES),
    stage: async (world) => {
      lay(await lockPathOf(world, "$WS/f"), world);
      world.ageLocks();
      await using runtime = worldRuntime(world);
      expect((await editing(runtime, world, "$WS/f", "one = 1", "one = 3")).status).toBe("done");
      expect(world.text("$WS/f")).toBe("one = 3\ntwo = 2\n");
    },
  };
}

/** A file is edited twice at the same time, the second time when the first has had its last look at it. */
function atOnce(attack: {
  readonly id: Attack["id"];
  readonly hazard: string;
  readonly who: "one runtime" | "two runtimes";
  readonly names: "one name" | "two names";
}): Attack {
  const { id, hazard, who, names } = attack;
  return {
    id,
    hazard,
    setup: (world) => {
      world.file("$WS/f", LINES);
      if (names === "two names") linkSync(world.path("$WS/f"), world.path("$WS/g"));
      else symlinkSync("f", world.path("$WS/g"));
    },
    stage: async (world, weakness) => {
      // The moment between the last look and the write is what a lock is for. A file of two names is written in place.
      await using first = haltingRuntime(world, names === "two names" ? "write" : "rename", weakness);
      const { runtime } = first;
      await using second = weakRuntime(world, weakness);
      const editOfF = editing(runtime, world, "$WS/f", "one = 1", "one = 3");
      await Promise.race([first.arrived, editOfF]);
      const editOfG = editing(who === "one runtime" ? runtime : second, world, "$WS/g", "two = 2", "two = 4");
      // Without a lock the second is through long before that.
      await Promise.race([editOfG, new Promise((resolve) => setTimeout(resolve, 100))]);
      first.letGo();
      const results = await Promise.all([editOfF, editOfG]);
      const expected = [
        results[0].status === "done" ? "one = 3" : "one = 1",
        results[1].status === "done" ? "two = 4" : "two = 2",
      ];
      expect(world.text("$WS/f")).toBe(`${expected.join("\n")}\n`);
      expect(world.text("$WS/g")).toBe(world.text("$WS/f"));
    },
  };
}

/** Locks that are held too long, taken wrongly, forged or waited for. */
export const lockAttacks: readonly Attack[] = [
  standingStill(
    "L003",
    "stop",
    "a holder is stopped, loses its lock, continues and overwrites newer changes",
  ),
  standingStill(
    "L004",
    "block",
    "a holder whose event loop is blocked does not refresh its lock and loses it",
  ),
  {
    id: "L005",
    hazard: "a lock that names its holder by a process id is believed when another program has the id",
    untested:
      "locks do not name processes: one that is not refreshed is abandoned, whatever runs; see L003 and L007",
  },
  hostileLock("L007", "a symlink out of the workspace", (path) => symlinkSync("../../out/x", path)),
  hostileLock("L007b", "a folder with something in it", (path) => {
    mkdirSync(path);
    writeFileSync(join(path, "inside"), "");
  }),
  hostileLock("L007c", "a file with garbage", (path) => writeFileSync(path, "\0garbage")),
  hostileLock("L007d", "an empty file", (path) => writeFileSync(path, "")),
  {
    id: "L008",
    hazard: "locks are stored beside the files of the user, where git and the model see them",
    steps: [create("$WS/src/f", "a\n"), edit("$WS/src/f", "a", "b"), glob("**/{*,.*}")],
    ending: done(({ world, text }) => {
      expect(text).toBe(world.path("$WS/src/f"));
      expect([...world.snapshot("$WS").keys()]).toEqual(["$WS", "$WS/src", "$WS/src/f"]);
    }),
  },
  {
    id: "L011",
    hazard: "a call that waits for a lock does not hear of an abort, or leaves its place in the queue taken",
    setup: (world) => world.file("$WS/f", LINES),
    stage: async (world) => {
      await using holder = haltingRuntime(world, "sync");
      const { runtime } = holder;
      await using waiting = worldRuntime(world);
      const held = editing(runtime, world, "$WS/f", "one = 1", "one = 3");
      await Promise.race([holder.arrived, held]);
      const controller = new AbortController();
      const waiter = editing(waiting, world, "$WS/f", "two = 2", "two = 4", controller.signal);
      // What comes behind it in the queue gets its turn all the same.
      await using last = worldRuntime(world);
      const behind = editing(last, world, "$WS/f", "two = 2", "two = 5");
      // Time to get in line; whoever is not there yet must hear of the abort as well.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const abortedAt = performance.now();
      controller.abort();
      expect((await waiter).status).toBe("cancelled");
      expect(performance.now() - abortedAt).toBeLessThan(ABORT_LIMIT_MS);
      holder.letGo();
      expect((await Promise.all([held, behind])).map(({ status }) => status)).toEqual(["done", "done"]);
      expect(world.text("$WS/f")).toBe("one = 3\ntwo = 5\n");
    },
  },
  atOnce({
    id: "L012",
    hazard: "two calls edit a file by two of its names at once, and one edit is lost",
    who: "one runtime",
    names: "two names",
  }),
  atOnce({
    id: "L012b",
    hazard: "two processes edit a file by two of its names at once, and one edit is lost",
    who: "two runtimes",
    names: "two names",
  }),
  atOnce({
    id: "L012c",
    hazard: "two processes edit a file at once, one of them through a symlink, and one edit is lost",
    who: "two runtimes",
    names: "one name",
  }),
  {
    id: "L003b",
    hazard:
      "a holder is stopped between its last check of the file and the rename, loses its lock and continues",
    untested:
      "no system call compares a file and renames over it, so nothing can close this moment; L003 stops a holder just before",
  },
  {
    id: "L013",
    hazard: "a file that is replaced while a call waits for its lock counts as the one that was read",
    setup: (world) => world.file("$WS/f", LINES),
    stage: async (world) => {
      await using holder = haltingRuntime(world, "sync");
      const { runtime } = holder;
      await using waiting = worldRuntime(world);
      await waiting.execute({ id: "read", name: "Read", input: { path: world.path("$WS/f") } });
      const held = editing(runtime, world, "$WS/f", "one = 1", "one = 3");
      await Promise.race([holder.arrived, held]);
      const waiter = editing(waiting, world, "$WS/f", "two = 2", "two = 4");
      const theirs = `${LINES}the work of somebody else\n`;
      world.file("$WS/f.new", theirs);
      renameSync(world.path("$WS/f.new"), world.path("$WS/f"));
      holder.letGo();
      const codes = (await Promise.all([held, waiter])).map(({ error }) => error?.errorCode);
      // The edit of the session that had read the file is merged with the change; the other knew only its own text.
      expect(codes).toEqual(["stale-file", undefined]);
      expect(world.text("$WS/f")).toBe(theirs.replace("two = 2", "two = 4"));
    },
  },
  {
    id: "L014",
    hazard:
      "the first write to a file of an overlay changes its number, and a lock by number protects nothing",
    needs: ["overlay"],
    setup: (world) => {
      for (const name of ["lower", "upper", "work"]) world.folder(`$STATE/${name}`);
      world.file("$STATE/lower/f", LINES);
      const layers = world.path("lowerdir=$STATE/lower,upperdir=$STATE/upper,workdir=$STATE/work");
      world.mount("$WS", "-t", "overlay", "-o", layers, "none");
    },
    stage: async (world) => {
      await using holder = haltingRuntime(world, "sync");
      const { runtime } = holder;
      await using waiting = worldRuntime(world);
      const held = editing(runtime, world, "$WS/f", "one = 1", "one = 3");
      await Promise.race([holder.arrived, held]);
      const waiter = editing(waiting, world, "$WS/f", "two = 2", "two = 4");
      await Promise.race([waiter, new Promise((resolve) => setTimeout(resolve, 20))]);
      holder.letGo();
      expect((await Promise.all([held, waiter])).map(({ status }) => status)).toEqual(["done", "done"]);
      expect(world.text("$WS/f")).toBe("one = 3\ntwo = 4\n");
    },
  },
];
