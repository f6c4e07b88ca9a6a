import { expect } from "vitest";
import { type Attack, asked, done, failed, refused, type ScriptedAttack, safe } from "../attack.js";
import { move, remove } from "../calls.js";
import { interferedBackend } from "../interfered-backend.js";

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

/** Moves and deletions that take too much, or something else. */
export const moveAndDeletionAttacks: readonly Attack[] = [
  {
    id: "T016",
    hazard: "files moved to a folder that is not there replace each other",
    setup: (world) => {
      for (const name of ["1", "2"]) world.file(`$WS/${name}`, name);
    },
    steps: [move("$WS/1", "$WS/new"), move("$WS/2", "$WS/new")],
    ending: {
      ...failed("already-exists"),
      check: ({ world }) => expect([world.text("$WS/new"), world.text("$WS/2")]).toEqual(["1", "2"]),
    },
  },
  {
    id: "T017",
    hazard: "another process creates the destination between the check and the rename",
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
    hazard: "a folder moved into itself is lost, or copied without end",
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
    hazard: "a move to another volume that is full leaves half a file there, or removes the source",
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
  irremovable("T023g", "an empty path means the workspace", remove("", true)),
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
      "the question about the deletion of a symlink names its target, and a remembered approval covers the target",
    setup: (world) => world.link("$WS/d", "$OUT"),
    asksForEdits: true,
    steps: [remove("$WS/d", true)],
    ending: asked("$WS/d"),
  },
  {
    id: "T024b",
    hazard: "a recursive deletion follows a symlink that it finds",
    setup: (world) => {
      world.file("$WS/d/e/f", "gone");
      world.link("$WS/d/e/link", "$OUT");
    },
    steps: [remove("$WS/d", true)],
    ending: done(({ world }) => expect(world.names()).toEqual([])),
  },
  {
    id: "T024d",
    hazard:
      "a recursive deletion overflows the stack, the longest path or the open files on its way down, and stops half-way",
    needs: ["linux"],
    setup: (world) => {
      world.file("$WS/d/top.txt", "top");
      world.command("mkdir", "-p", `$WS/d/${Array(1_100).fill("down").join("/")}`);
      world.onEnd(() => world.command("rm", "-rf", "$WS/d"));
    },
    // So deep that nobody knows what is in it: asked about, and here approved.
    approver: yes,
    steps: [remove("$WS/d", true)],
    ending: safe(({ world, last }) => {
      expect([last.status, world.has("$WS/d/top.txt")]).toEqual(
        last.status === "done" ? ["done", false] : ["error", true],
      );
    }),
    withinMs: 30_000,
  },
  {
    id: "T025",
    hazard: "a symlink with a trailing slash is deleted as the folder that it leads to",
    setup: (world) => world.link("$WS/d", "$OUT"),
    approver: yes,
    steps: [remove("$WS/d/", true)],
    ending: safe(({ world }) => expect(world.names("$OUT")).toEqual(["secret", "sub"])),
  },
  {
    id: "T028",
    hazard: "a folder with files is deleted without the option recursive",
    setup: (world) => world.file("$WS/d/f", "kept"),
    steps: [remove("$WS/d")],
    ending: failed("directory-not-empty"),
  },
  {
    id: "T029",
    hazard: "the question about a deletion does not state its extent",
    setup: (world) => {
      for (let index = 0; index < 600; index += 1) world.file(`$WS/d/${index % 30}/${index}`, "12345");
    },
    asksForEdits: true,
    steps: [remove("$WS/d", true)],
    ending: {
      ...asked("$WS/d"),
      check: ({ questions }) => {
        const preview = JSON.stringify(questions[0]?.preview);
        expect(preview).toContain("600 files");
        expect(preview).toContain("3000 bytes");
      },
    },
    withinMs: 8_000,
  },
];
