import { chmodSync, readFileSync, renameSync } from "node:fs";
import { expect } from "vitest";
import { type Attack, asked, done, failed, refused, type ScriptedAttack, safe } from "../attack.js";
import { create, edit, move, patch, remove, undo } from "../calls.js";
import { interferedBackend } from "../interfered-backend.js";
import { startCalls } from "../processes.js";
import { CANARY, SECRET_TEXT, type World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

/** Steps that take something away. A test that asks for the removal of `/` must not get it, not even from a bug. */
const REMOVALS = ["removeFile", "removeDirectory", "rename"];

/**
 * The removal of something that everything else depends on, in a runtime that allows everything. What the backend is told to
 * take away is noted and refused, so that a defence that fails shows and nothing is lost.
 */
function irremovable(
  id: Attack["id"],
  hazard: string,
  step: ScriptedAttack["steps"][number],
): ScriptedAttack {
  return {
    id,
    hazard,
    permissions: "allow-all",
    setup: (world) => world.file("$WS/kept", "kept"),
    backend: (backend, world) =>
      interferedBackend(backend, (at) => {
        if (!REMOVALS.includes(at)) return;
        world.notes.push(at);
        throw new Error("A removal got as far as the file system.");
      }),
    steps: [step],
    ending: {
      ...refused("protected-path", "invalid-path"),
      check: ({ world }) => expect(world.notes).toEqual([]),
    },
  };
}

const yes = () => () => true;

/** Three files, and a patch of all three. */
function threeFiles(world: World): void {
  for (const name of ["1", "2", "3"]) world.file(`$WS/${name}`, `first of ${name}\nold ${name}\n`);
}

function update(name: string, old: string, next: string): string[] {
  return [`*** Update File: ${name}`, "@@", `-${old}`, `+${next}`];
}

/** Folders swapped for a symlink to `$OUT` after a change, which is then taken back. */
function swapForLink(world: World): void {
  renameSync(world.path("$WS/d"), world.path("$WS/d.aside"));
  world.link("$WS/d", "$OUT");
}

/** Patches, moves, deletions and undos that go wrong half-way, or somewhere else. */
export const patchMoveDeleteUndoAttacks: readonly Attack[] = [
  {
    id: "T001",
    hazard: "a patch names an absolute path outside",
    steps: [patch("*** Add File: $OUT/x", "+x")],
    ending: asked("$OUT/x"),
  },
  {
    id: "T002",
    hazard: "a patch goes up and out",
    steps: [patch("*** Add File: ../out/x", "+x")],
    ending: asked("$OUT/x"),
  },
  {
    id: "T002b",
    hazard: "a patch of several files hides one outside among those inside",
    setup: threeFiles,
    steps: [
      patch(
        ...update("1", "old 1", "new 1"),
        "*** Add File: ../out/x",
        "+x",
        ...update("2", "old 2", "new 2"),
      ),
    ],
    ending: asked("$WS/1", "$OUT/x", "$WS/2"),
  },
  {
    id: "T002c",
    hazard: "a patch moves a file out of the workspace",
    setup: threeFiles,
    steps: [patch("*** Update File: 1", "*** Move to: ../out/x", "@@", "-old 1", "+new 1")],
    ending: asked("$OUT/x"),
  },
  {
    id: "T004",
    hazard: "a patch of a file behind a symlink to outside",
    setup: (world) => {
      world.file("$OUT/f", "x\n");
      world.link("$WS/d", "$OUT");
    },
    steps: [patch(...update("d/f", "x", "y"))],
    ending: asked("$OUT/f"),
  },
  {
    id: "T005",
    hazard: "the files before the hunk that does not fit are written",
    setup: threeFiles,
    steps: [
      patch(
        ...update("1", "old 1", "new 1"),
        ...update("2", "old 2", "new 2"),
        ...update("3", "no such line", "x"),
      ),
    ],
    ending: failed("no-match", "invalid-patch"),
  },
  {
    id: "T006",
    hazard: "a kill between two files of a patch leaves one new and one old",
    setup: threeFiles,
    stage: async (world) => {
      const input = {
        patch: patchText([...update("1", "old 1", "new 1"), ...update("2", "old 2", "new 2")]),
      };
      const call = { id: "1", name: "apply_patch", input };
      const worker = await startCalls(world, [call], { step: "rename", type: "kill", times: 2 });
      expect((await worker.ended).signal).toBe("SIGKILL");
      world.ageLocks();
      await using next = worldRuntime(world);
      for (const name of ["1", "2"]) {
        const input = { path: world.path(`$WS/${name}`), old_str: "first of", new_str: "1st of" };
        expect((await next.execute({ id: name, name: "edit_file", input })).status).toBe("done");
      }
      const states = ["1", "2"].map((name) => /old|new/.exec(world.text(`$WS/${name}`))?.[0]);
      expect(new Set(states).size, states.join()).toBe(1);
    },
    open: "what a patch has done is taken back after a failure, but not by the next process after a kill",
  },
  {
    id: "T006b",
    hazard: "a failure between two files of a patch leaves one new and one old",
    setup: threeFiles,
    backend: (backend) => {
      let renames = 0;
      return interferedBackend(backend, (step) => {
        if (step !== "rename") return;
        renames += 1;
        if (renames === 2) throw Object.assign(new Error("injected"), { code: "EIO" });
      });
    },
    steps: [patch(...update("1", "old 1", "new 1"), ...update("2", "old 2", "new 2"))],
    ending: {
      outcome: "safe",
      check: ({ world, last }) => {
        expect(last.status).toBe("error");
        expect(["1", "2"].map((name) => world.text(`$WS/${name}`))).toEqual([
          "first of 1\nold 1\n",
          "first of 2\nold 2\n",
        ]);
      },
    },
  },
  {
    id: "T010",
    hazard: "a hunk whose lines are there a thousand times goes to one of them",
    setup: (world) => world.file("$WS/f", "same\n".repeat(1_000)),
    steps: [patch(...update("f", "same", "other"))],
    ending: failed("multiple-matches", "invalid-patch", "no-match"),
  },
  {
    id: "T011",
    hazard: "a patch of very many hunks takes the square of their number",
    setup: (world) =>
      world.file("$WS/f", Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("")),
    steps: [
      patch(
        "*** Update File: f",
        ...Array.from({ length: 20_000 }, (_, index) => ["@@", `-line ${index}`, `+new ${index}`]).flat(),
      ),
    ],
    ending: safe(({ world, last }) => {
      const lines = world.text("$WS/f").split("\n");
      const isNew = last.status === "done";
      expect([lines.length, lines[0], lines[19_999]]).toEqual([
        20_001,
        isNew ? "new 0" : "line 0",
        isNew ? "new 19999" : "line 19999",
      ]);
    }),
    withinMs: 8_000,
  },
  {
    id: "T011b",
    hazard: "a hunk of very many lines that fits nowhere takes the square of their number",
    setup: (world) => world.file("$WS/f", "same\n".repeat(50_000)),
    steps: [patch("*** Update File: f", "@@", ...Array<string>(49_999).fill(" same"), "-other", "+new")],
    ending: failed("no-match", "invalid-patch", "file-too-large"),
    withinMs: 8_000,
  },
  {
    id: "T012",
    hazard: "a patch is another door to the places that are always asked about",
    steps: [patch("*** Add File: .git/hooks/pre-commit", "+x", "*** Add File: .vscode/tasks.json", "+{}")],
    ending: asked("$WS/.git/hooks/pre-commit", "$WS/.vscode/tasks.json"),
  },
  {
    id: "T013",
    hazard: "a patch with CRLF makes a file of LF a mixed one, or the other way round",
    setup: (world) => {
      world.file("$WS/lf", "a\nold\nz\n");
      world.file("$WS/crlf", "a\r\nold\r\nz\r\n");
    },
    steps: [
      {
        name: "apply_patch",
        input: { patch: patchText(update("lf", "old", "new")).replaceAll("\n", "\r\n") },
      },
      patch(...update("crlf", "old", "new")),
    ],
    ending: done(({ world }) => {
      expect([world.text("$WS/lf"), world.text("$WS/crlf")]).toEqual(["a\nnew\nz\n", "a\r\nnew\r\nz\r\n"]);
    }),
  },
  {
    id: "T016",
    hazard: "files moved to a folder that is not there replace each other",
    setup: threeFiles,
    steps: [move("$WS/1", "$WS/new"), move("$WS/2", "$WS/new")],
    ending: {
      ...failed("already-exists"),
      check: ({ world }) => expect(world.text("$WS/new")).toContain("old 1"),
    },
  },
  {
    id: "T017",
    hazard: "somebody makes the destination between the look at it and the rename",
    setup: (world) => world.file("$WS/a", "moved"),
    backend: (backend, world) =>
      interferedBackend(backend, (step) => {
        if (step === "rename" && !world.has("$WS/b")) world.file("$WS/b", "of somebody else");
      }),
    steps: [move("$WS/a", "$WS/b")],
    ending: {
      outcome: "safe",
      check: ({ world, last }) => {
        expect(last.error?.errorCode).toBe("already-exists");
        expect([world.text("$WS/a"), world.text("$WS/b")]).toEqual(["moved", "of somebody else"]);
      },
    },
  },
  {
    id: "T018",
    hazard: "a folder moved into itself is gone, or copied without end",
    setup: (world) => world.file("$WS/d/f", "kept"),
    steps: [move("$WS/d", "$WS/d/sub/d2")],
    ending: failed("invalid-path"),
  },
  {
    id: "T019",
    hazard: "a move to another volume loses content, mode or what is below a folder",
    needs: ["mount"],
    setup: (world) => {
      world.folder("$WS/mnt");
      world.mount("$WS/mnt", "-t", "tmpfs", "-o", "size=1m", "none");
      world.file("$WS/a", "moved", 0o750);
      world.file("$WS/d/e/f", "moved too");
      world.link("$WS/d/link", "e/f");
    },
    steps: [move("$WS/a", "$WS/mnt/a"), move("$WS/d", "$WS/mnt/d")],
    ending: done(({ world }) => {
      expect([world.text("$WS/mnt/a"), world.text("$WS/mnt/d/link")]).toEqual(["moved", "moved too"]);
      expect(world.snapshot("$WS/mnt").get("$WS/mnt/a")).toContain("100750");
      expect(world.names()).toEqual(["mnt"]);
    }),
  },
  {
    id: "T019b",
    hazard: "a move to another volume that is full leaves half a file there, or none here",
    needs: ["mount"],
    setup: (world) => {
      world.folder("$WS/mnt");
      world.mount("$WS/mnt", "-t", "tmpfs", "-o", "size=16k", "none");
      world.file("$WS/a", "x".repeat(100_000));
    },
    steps: [move("$WS/a", "$WS/mnt/a")],
    ending: failed("no-space"),
  },
  irremovable("T023", "the workspace itself is deleted", remove("$WS", true)),
  irremovable("T023b", "the folder above the workspace is deleted", remove("..", true)),
  irremovable("T023c", "the home folder is deleted", remove("~", true)),
  irremovable("T023d", "everything is deleted", remove("/", true)),
  irremovable("T023e", "the workspace itself is deleted as `.`", remove(".", true)),
  irremovable("T023f", "the workspace is moved away", move("$WS", "$OUT/stolen")),
  irremovable("T023g", "an empty path stands for the workspace", remove("", true)),
  {
    id: "T024",
    hazard: "a recursive deletion of a symlink deletes what it leads to",
    setup: (world) => world.link("$WS/d", "$OUT"),
    approver: yes,
    steps: [remove("$WS/d", true)],
    ending: safe(({ world }) => {
      expect(world.names("$OUT")).toEqual(["secret", "sub"]);
    }),
  },
  {
    id: "T024c",
    hazard:
      "who is asked about the deletion of a symlink is told of what it leads to, and a remembered yes is one to that",
    setup: (world) => world.link("$WS/d", "$OUT"),
    asksForEdits: true,
    steps: [remove("$WS/d", true)],
    ending: asked("$WS/d"),
    open: "the paths that a deletion or a move declares are followed to their targets before permission is judged",
  },
  {
    id: "T024b",
    hazard: "a recursive deletion follows a symlink that it comes across",
    setup: (world) => {
      world.file("$WS/d/e/f", "gone");
      world.link("$WS/d/e/link", "$OUT");
    },
    steps: [remove("$WS/d", true)],
    ending: done(({ world }) => expect(world.names()).toEqual([])),
  },
  {
    id: "T025",
    hazard: "with a slash behind it a symlink is deleted as the folder that it leads to",
    setup: (world) => world.link("$WS/d", "$OUT"),
    approver: yes,
    steps: [remove("$WS/d/", true)],
    ending: safe(({ world }) => expect(world.names("$OUT")).toEqual(["secret", "sub"])),
  },
  {
    id: "T028",
    hazard: "a folder with files in it is deleted although nobody said so",
    setup: (world) => world.file("$WS/d/f", "kept"),
    steps: [remove("$WS/d")],
    ending: failed("directory-not-empty"),
  },
  {
    id: "T029",
    hazard: "who is asked about a deletion does not learn how much it takes away",
    setup: (world) => {
      for (let index = 0; index < 1_500; index += 1) world.file(`$WS/d/${index % 30}/${index}`, "12345");
    },
    asksForEdits: true,
    steps: [remove("$WS/d", true)],
    ending: {
      ...asked("$WS/d"),
      check: ({ questions }) => {
        const preview = JSON.stringify(questions[0]?.preview);
        expect(preview).toContain("1500 files");
        expect(preview).toContain("7500 bytes");
      },
    },
    withinMs: 8_000,
  },
  {
    id: "T030",
    hazard: "an undo takes away the newer work of somebody else",
    setup: (world) => world.file("$WS/f", "a\n"),
    steps: [edit("$WS/f", "a", "b"), (world) => world.file("$WS/f", "b, and more\n"), undo("$WS/f")],
    ending: failed("changed-since-edit"),
  },
  {
    id: "T031",
    hazard: "the undo of a creation deletes what somebody else wrote there since",
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
    hazard: "an undo writes where a folder used to be that is a symlink to outside now",
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
    hazard: "an undo deletes a file of the same content where a folder is a symlink to outside now",
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
    hazard: "what is kept for undos grows without end, or an undo goes further back than it should",
    setup: (world) => world.file("$WS/f", "0\n"),
    stage: async (world) => {
      await using runtime = worldRuntime(world);
      const path = world.path("$WS/f");
      const count = 300;
      for (let step = 0; step < count; step += 1) {
        const input = { path, old_str: `${step}\n`, new_str: `${step + 1}\n` };
        expect((await runtime.execute({ id: `${step}`, name: "edit_file", input })).status).toBe("done");
      }
      let undone = 0;
      for (; undone <= count; undone += 1) {
        const result = await runtime.execute({ id: "undo", name: "undo_edit", input: { path } });
        if (result.status === "done") continue;
        expect(result.error?.errorCode).toBe("nothing-to-undo");
        break;
      }
      expect(undone).toBeGreaterThan(10);
      expect(undone).toBeLessThan(count);
      expect(world.text("$WS/f")).toBe(`${count - undone}\n`);
    },
    withinMs: 15_000,
  },
  {
    id: "T034b",
    hazard: "a change too large to be kept is skipped by an undo, which takes back the one before",
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
    hazard: "the content of a secret file lies in the clear where undos are kept",
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
    hazard: "an undo takes back the change of another session, or of another life of this one",
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

function patchText(lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}
