import { expect } from "vitest";
import { type Attack, asked, done, failed, safe } from "../attack.js";
import { patch } from "../calls.js";
import { interferedBackend } from "../interfered-backend.js";
import { startCalls } from "../processes.js";
import { requireTried } from "../untried.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

/** Three files, and a patch of all three. */
function threeFiles(world: World): void {
  for (const name of ["1", "2", "3"]) world.file(`$WS/${name}`, `first of ${name}\nold ${name}\n`);
}

function update(name: string, old: string, next: string): string[] {
  return [`*** Update File: ${name}`, "@@", `-${old}`, `+${next}`];
}

/** Patches that lead outside, fit in the wrong place or stop half-way. */
export const patchAttacks: readonly Attack[] = [
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
      requireTried((await worker.ended).signal === "SIGKILL", "the process lived on");
      world.ageLocks();
      await using next = worldRuntime(world);
      for (const name of ["1", "2"]) {
        const input = { path: world.path(`$WS/${name}`), old_str: "first of", new_str: "1st of" };
        expect((await next.execute({ id: name, name: "edit_file", input })).status).toBe("done");
      }
      const states = ["1", "2"].map((name) => /old|new/.exec(world.text(`$WS/${name}`))?.[0]);
      expect(new Set(states).size, states.join()).toBe(1);
    },
    open: {
      breach: "check",
      why: "what a patch has done is taken back after a failure, but not by the next process after a kill",
    },
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
];

function patchText(lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}
