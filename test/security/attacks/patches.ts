import { expect } from "vitest";
import { type Attack, asked, done, failed, safe } from "../attack.js";
import { patch } from "../calls.js";
import { interferedBackend } from "../interfered-backend.js";
import { startCalls } from "../processes.js";
import { requireTried } from "../untried.js";
import type { Weakness } from "../weakness.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

/** Three files, and a patch of all three. */
function threeFiles(world: World): void {
  for (const name of ["1", "2", "3"]) world.file(`$WS/${name}`, `first of ${name}\nold ${name}\n`);
}

function update(name: string, old: string, next: string): string[] {
  return [`*** Update File: ${name}`, "@@", `-${old}`, `+${next}`];
}

/** Has another process make a patch and kills it before so many changes of names. */
async function killPatch(world: World, renames: number, lines: readonly string[]): Promise<void> {
  const call = { id: "1", name: "apply_patch", input: { patch: patchText(lines) } };
  const worker = await startCalls(world, [call], { step: "rename", type: "kill", times: renames });
  requireTried((await worker.ended).signal === "SIGKILL", "the process lived on");
  expect(world.names("$STATE/changes")).toHaveLength(1);
  world.ageLocks();
}

/** A new runtime edits one of the files. */
async function touch(world: World, name: string, weakness: Weakness = {}): Promise<void> {
  await using next = worldRuntime(world, {
    backend: (backend) => weakness.backend?.(backend, world) ?? backend,
  });
  const input = { path: world.path(`$WS/${name}`), old_str: "first of", new_str: "1st of" };
  expect((await next.execute({ id: name, name: "edit_file", input })).status).toBe("done");
}

/** A kill between the first and the last file of a patch, and then the next edit of a file that has changed already. */
function killedBetween(id: Attack["id"], kind: string, renames: number, lines: readonly string[]): Attack {
  return {
    id,
    hazard: `a kill in the middle of a patch of ${kind} leaves some files new and some old`,
    setup: threeFiles,
    stage: async (world, weakness) => {
      const text = lines.join("\n");
      const expected = new Map<string, string | undefined>([
        ["1", "1st of 1\nnew 1\n"],
        [
          "2",
          text.includes("Delete File: 2")
            ? undefined
            : `first of 2\n${text.includes("new 2") ? "new" : "old"} 2\n`,
        ],
        ["3", `first of 3\n${text.includes("new 3") ? "new" : "old"} 3\n`],
        ["4", text.includes("Add File: 4") ? "new 4\n" : undefined],
      ]);
      await killPatch(world, renames, lines);
      await touch(world, "1", weakness);
      const found = [...expected.keys()].map((name) => [
        name,
        world.has(`$WS/${name}`) ? world.text(`$WS/${name}`) : undefined,
      ]);
      expect(found).toEqual([...expected]);
      expect(world.names("$STATE/changes")).toEqual([]);
    },
  };
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
  killedBetween("T006", "updates", 2, [...update("1", "old 1", "new 1"), ...update("2", "old 2", "new 2")]),
  killedBetween("T006c", "an update and a creation", 2, [
    ...update("1", "old 1", "new 1"),
    "*** Add File: 4",
    "+new 4",
  ]),
  killedBetween("T006d", "an update and a deletion", 2, [
    ...update("1", "old 1", "new 1"),
    "*** Delete File: 2",
  ]),
  killedBetween("T006e", "all kinds of changes", 3, [
    ...update("1", "old 1", "new 1"),
    "*** Add File: 4",
    "+new 4",
    ...update("3", "old 3", "new 3"),
    "*** Delete File: 2",
  ]),
  killedBetween("T006f", "a deletion and an update", 2, [
    "*** Delete File: 2",
    ...update("1", "old 1", "new 1"),
  ]),
  {
    id: "T006g",
    hazard: "what a killed patch had begun is written over what somebody made of the files since",
    setup: threeFiles,
    stage: async (world) => {
      await killPatch(world, 2, [...update("1", "old 1", "new 1"), ...update("2", "old 2", "new 2")]);
      world.file("$WS/2", "the work of others\n");
      await touch(world, "1");
      expect(world.text("$WS/2")).toBe("the work of others\n");
      expect(world.names("$STATE/changes")).toEqual([]);
    },
  },
  {
    id: "T006h",
    hazard: "a patch that was killed before anything was visible is carried out behind everybody's back",
    setup: threeFiles,
    stage: async (world) => {
      await killPatch(world, 1, [...update("1", "old 1", "new 1"), ...update("2", "old 2", "new 2")]);
      await touch(world, "1");
      expect(["1", "2"].map((name) => world.text(`$WS/${name}`))).toEqual([
        "1st of 1\nold 1\n",
        "first of 2\nold 2\n",
      ]);
      expect(world.names("$STATE/changes")).toEqual([]);
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
