import { chmodSync, readFileSync, renameSync } from "node:fs";
import { expect } from "vitest";
import { type Attack, done, failed, safe } from "../attack.js";
import { create, edit, remove, undo } from "../calls.js";
import { CANARY, SECRET_TEXT, type World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

const yes = () => () => true;

/** Folders swapped for a symlink to `$OUT` after a change, which is then taken back. */
function swapForLink(world: World): void {
  renameSync(world.path("$WS/d"), world.path("$WS/d.aside"));
  world.link("$WS/d", "$OUT");
}

/** Undos that take back too much, or write somewhere else. */
export const undoAttacks: readonly Attack[] = [
  {
    id: "T030",
    hazard: "an undo removes the newer change of another process",
    setup: (world) => world.file("$WS/f", "a\n"),
    steps: [edit("$WS/f", "a", "b"), (world) => world.file("$WS/f", "b, and more\n"), undo("$WS/f")],
    ending: failed("changed-since-edit"),
  },
  {
    id: "T031",
    hazard: "the undo of a creation deletes what another process wrote there since",
    steps: [create("$WS/f", "mine\n"), (world) => world.file("$WS/f", "theirs\n"), undo("$WS/f")],
    ending: failed("changed-since-edit"),
  },
  {
    id: "T032",
    hazard: "the undo of a deletion brings back other bytes, another mode or another kind of file",
    setup: (world) => {
      world.file("$WS/bytes", Buffer.from("caf\xe9\r\n\0", "latin1"), 0o755);
      world.link("$WS/link", "bytes");
      world.folder("$WS/d/empty");
      chmodSync(world.path("$WS/d/empty"), 0o750);
      world.link("$WS/d/up", "..");
      const before = world.snapshot("$WS", "without-times");
      world.onEnd(() => before.clear());
      world.notes.push(JSON.stringify([...before]));
    },
    steps: [
      remove("$WS/link"),
      remove("$WS/bytes"),
      remove("$WS/d", true),
      (world) => expect(world.names()).toEqual([]),
      undo("$WS/bytes"),
      undo("$WS/link"),
      undo("$WS/d"),
    ],
    ending: done(({ world }) => {
      expect(JSON.stringify([...world.snapshot("$WS", "without-times")])).toBe(world.notes[0]);
    }),
  },
  {
    id: "T033",
    hazard: "an undo writes through a folder that is now a symlink to outside",
    setup: (world) => {
      world.file("$WS/d/f", "a\n");
      world.file("$OUT/f", "b\n");
    },
    approver: yes,
    steps: [edit("$WS/d/f", "a", "b"), swapForLink, undo("$WS/d/f")],
    ending: safe(({ last }) => expect(last.status).not.toBe("done")),
  },
  {
    id: "T033b",
    hazard: "an undo deletes a file of the same content through a folder that is now a symlink to outside",
    setup: (world) => {
      world.folder("$WS/d");
      world.file("$OUT/new", "mine\n");
    },
    approver: yes,
    steps: [create("$WS/d/new", "mine\n"), swapForLink, undo("$WS/d/new")],
    ending: safe(({ world }) => expect(world.has("$OUT/new")).toBe(true)),
  },
  {
    id: "T034",
    hazard: "the stored undos grow without limit",
    // More old content than is kept.
    setup: (world) => {
      for (const name of ["0", "1", "2"]) world.file(`$WS/${name}`, `old ${name}\n${"x".repeat(24_000_000)}`);
    },
    stage: async (world) => {
      await using runtime = worldRuntime(world);
      const run = (name: string, input: object) => runtime.execute({ id: name, name, input });
      const paths = ["0", "1", "2"].map((name) => world.path(`$WS/${name}`));
      for (const path of paths) {
        expect((await run("create_file", { path, content: "new\n" })).status).toBe("done");
      }
      const undos = [];
      for (const path of paths.toReversed()) undos.push(await run("undo_edit", { path }));
      const codes = undos.map(({ status, error }) => error?.errorCode ?? status);
      expect(codes).toEqual(["done", "done", "nothing-to-undo"]);
      const starts = paths.map((path) => world.text(path).slice(0, 6));
      expect(starts).toEqual(["new\n", "old 1\n", "old 2\n"]);
    },
    withinMs: 15_000,
  },
  {
    id: "T034b",
    hazard: "a change too large to be kept is skipped by an undo, which then reverts the change before it",
    setup: (world) => world.file("$WS/f", "first\n"),
    steps: [
      edit("$WS/f", "first", "second"),
      (world) => world.file("$WS/big", "x".repeat(70_000_000)),
      create("$WS/big", "small"),
      undo("$WS/big"),
    ],
    ending: {
      ...failed("nothing-to-undo"),
      check: ({ world }) => expect(world.text("$WS/f")).toBe("second\n"),
    },
    withinMs: 8_000,
  },
  {
    id: "T034c",
    hazard: "the content of a secret file is stored in plain text with the undos",
    setup: (world) => world.file("$WS/.env", SECRET_TEXT),
    approver: yes,
    steps: [remove("$WS/.env"), create("$WS/other")],
    ending: safe(({ world }) => {
      for (const [name, facts] of world.snapshot("$STATE")) {
        // Type bits of a regular file.
        if (!facts.startsWith("100")) continue;
        expect(readFileSync(world.path(name), "latin1"), name).not.toContain(CANARY);
      }
      expect(world.names()).toEqual(["other"]);
    }),
  },
  {
    id: "T035",
    hazard: "an undo takes back the change of another session, or of an earlier process of this session",
    setup: (world) => world.file("$WS/f", "a\n"),
    stage: async (world) => {
      const path = world.path("$WS/f");
      const undoing = { id: "undo", name: "undo_edit", input: { path } };
      await using runtime = worldRuntime(world);
      const mine = runtime.session();
      const theirs = runtime.session();
      const editing = { id: "edit", name: "edit_file", input: { path, old_str: "a", new_str: "b" } };
      expect((await runtime.execute(editing, { session: theirs })).status).toBe("done");
      await using restarted = worldRuntime(world);
      for (const result of [
        await runtime.execute(undoing, { session: mine }),
        await restarted.execute(undoing),
      ]) {
        expect(result.error?.errorCode).toBe("nothing-to-undo");
      }
      expect(world.text("$WS/f")).toBe("b\n");
      expect((await runtime.execute(undoing, { session: theirs })).status).toBe("done");
      expect(world.text("$WS/f")).toBe("a\n");
      // Twice is once.
      const again = await runtime.execute(undoing, { session: theirs });
      expect(again.error?.errorCode).toBe("nothing-to-undo");
      expect(world.text("$WS/f")).toBe("a\n");
    },
  },
];
