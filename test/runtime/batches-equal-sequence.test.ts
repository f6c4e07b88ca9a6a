import fc from "fast-check";
import { describe, expect, it } from "vitest";
import "../property-seed.js";
import {
  bothOutcomes,
  build,
  callsOf,
  type Entry,
  entries,
  rootIn,
  runtimeOf,
  type Scene,
  withFolder,
  withGuidanceApart,
} from "./batch-scene.js";
import { call, STEPS, type Step } from "./batch-steps.js";

/** Number of cases: `npm test` uses a sample; `COLLET_BATCHES=5000` searches for new cases. */
const RUNS = Number(process.env.COLLET_BATCHES ?? 30);

/** Amp's toolset has the most tools, and only it has undo and format. */
const toolsets = fc.oneof(
  { weight: 6, arbitrary: fc.constant("amp" as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "claude-code" as const,
      "codex" as const,
      "opencode" as const,
      "gemini-cli" as const,
    ),
  },
);

const scenes: fc.Arbitrary<Scene> = toolsets.chain((toolset) =>
  fc.record({
    toolset: fc.constant(toolset),
    volume: fc.constantFrom("disk", "memory", "memory without case"),
    entries: fc.array(entries, { minLength: 2, maxLength: 9 }),
    batches: fc.array(fc.array(STEPS[toolset], { minLength: 2, maxLength: 7 }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
);

describe("a batch of file tools", () => {
  it("produces the results and the files of the sequential run for any calls", {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { together, inSequence } = await bothOutcomes(scene);
        expect(withGuidanceApart(together)).toEqual(withGuidanceApart(inSequence));
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[string, readonly Entry[], readonly Step[]]>([
    [
      "a file in a folder that an earlier call moves there",
      [file("d/c")],
      [call("move_file", { source: "d", destination: "x" }), call("edit_file", edit("x/c"))],
    ],
    [
      "a folder that an earlier call makes on the way to its file",
      [],
      [
        call("create_file", { path: "x/y", content: "new" }),
        call("move_file", { source: "x", destination: "z" }),
      ],
    ],
    [
      "a file that an earlier call makes",
      [],
      [call("create_file", { path: "x/y", content: "new" }), call("Read", { path: "x/y" })],
    ],
    [
      "a file by another of its names",
      [file("b"), { type: "hard-link", path: "c", target: "b" }],
      [
        call("edit_file", edit("b")),
        call("Read", { path: "c" }),
        call("Grep", { pattern: "new", path: "." }),
      ],
    ],
    [
      "a file through a symlink that an earlier call moves",
      [file("d/c"), file("x/c"), { type: "symlink", path: "l", target: "d" }],
      [
        call("move_file", { source: "l", destination: "m" }),
        call("edit_file", edit("m/c")),
        call("Read", { path: "d/c" }),
      ],
    ],
    [
      "a file through a chain of symlinks of which an earlier call deletes one in the middle",
      [file("d/c"), { type: "symlink", path: "m", target: "d" }, { type: "symlink", path: "l", target: "m" }],
      [call("delete_file", { path: "m" }), call("Read", { path: "l/c" })],
    ],
    [
      "a path that goes through a file which an earlier call deletes",
      [file("a")],
      [call("delete_file", { path: "a" }), call("create_file", { path: "a/b", content: "new" })],
    ],
    [
      "guidance that calls side by side come across, of which the first tells",
      [file("d/AGENTS.md"), file("d/a"), file("d/b"), file("d/x/c")],
      [
        call("Read", { path: "d/x/c" }),
        call("Read", { path: "d/a" }),
        call("Read", { path: "d/AGENTS.md" }),
        call("create_file", { path: "d/new", content: "new" }),
      ],
    ],
    [
      "guidance that a call reads while an earlier call that reports it waits",
      [file("AGENTS.md"), file("d/a")],
      [
        call("Read", { path: "missing" }),
        call("create_file", { path: "new", content: "new" }),
        call("Read", { path: "d/../AGENTS.md" }),
      ],
    ],
    [
      "guidance that comes with a file and that a later call changes",
      [file("AGENTS.md"), file("d/a")],
      [call("Read", { path: "d/a" }), call("edit_file", edit("AGENTS.md"))],
    ],
    [
      "guidance that an earlier call deletes",
      [file("AGENTS.md"), file("d/a")],
      [call("delete_file", { path: "AGENTS.md" }), call("Read", { path: "d/a" })],
    ],
    [
      "the first of two paths of a call that lead in a circle",
      [{ type: "symlink", path: "a", target: "a" }],
      [
        call("delete_file", { path: "x", recursive: true }),
        call("move_file", { source: "a/b", destination: "a/b", overwrite: true }),
      ],
    ],
    [
      "a listed symlink to a folder that an earlier call creates elsewhere",
      [file("d/z"), { type: "symlink", path: "d/a", target: "e" }],
      [call("create_file", { path: "e/x", content: "new" }), call("Read", { path: "d" })],
    ],
    [
      "a listed chain of symlinks to a folder that an earlier call moves there",
      [
        file("c/z"),
        { type: "symlink", path: "d/a", target: "l" },
        { type: "symlink", path: "l", target: "e" },
      ],
      [call("move_file", { source: "c", destination: "e" }), call("Read", { path: "d" })],
    ],
    [
      "a listed symlink to a folder that an earlier call deletes elsewhere",
      [file("e/x"), { type: "symlink", path: "d/a", target: "e" }],
      [call("delete_file", { path: "e", recursive: true }), call("Read", { path: "d" })],
    ],
    [
      "listed symlinks in a circle that an earlier call opens",
      [
        file("e/x"),
        { type: "symlink", path: "d/a", target: "l" },
        { type: "symlink", path: "l", target: "l" },
      ],
      [
        call("delete_file", { path: "l" }),
        call("move_file", { source: "e", destination: "l" }),
        call("Read", { path: "d" }),
      ],
    ],
    [
      "the names that a call suggests, which an earlier call makes",
      [file("abc")],
      [call("create_file", { path: "abd", content: "new" }), call("Read", { path: "abe" })],
    ],
  ])("treats %s as in the sequential run", async (_title, entries, steps) => {
    for (let round = 0; round < 3; round += 1) {
      const { together, inSequence } = await bothOutcomes({
        toolset: "amp",
        volume: "disk",
        entries,
        batches: [steps],
      });
      expect(together).toEqual(inSequence);
    }
  });

  it("runs reads, edits and creations of different files in parallel", async () => {
    const entries = [file("a"), file("b"), file("d/c"), file("d/e")];
    const steps = [
      call("Read", { path: "a" }),
      call("edit_file", edit("b")),
      call("multi_edit", { path: "d/c", edits: [{ old_str: "one", new_str: "new" }] }),
      call("edit_file", edit("d/e")),
      call("create_file", { path: "d/new", content: "new" }),
      call("create_file", { path: "d/other", content: "new" }),
      call("create_file", { path: "f/g/new", content: "new" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, entries);
      await using runtime = runtimeOf(folder, "p");
      const { batches, conflicts } = await runtime.plan(callsOf(steps, root, 0));
      expect(conflicts).toEqual([]);
      expect(batches).toHaveLength(1);
    });
  });

  it("plans a creation in a missing folder before the calls that name the folder", async () => {
    const steps = [
      call("create_file", { path: "x/y/z", content: "new" }),
      call("move_file", { source: "x", destination: "w" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, []);
      await using runtime = runtimeOf(folder, "p");
      const { batches } = await runtime.plan(callsOf(steps, root, 0));
      expect(batches).toEqual([["0.0"], ["0.1"]]);
    });
  });

  it("plans calls for a file with several names and searches after changes by another name", async () => {
    const steps = [
      call("edit_file", edit("b")),
      call("edit_file", edit("c")),
      call("Read", { path: "b" }),
      call("Read", { path: "c" }),
      call("Grep", { pattern: "new", path: "d" }),
      call("Read", { path: "d/e" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, [file("b"), { type: "hard-link", path: "c", target: "b" }, file("d/e")]);
      await using runtime = runtimeOf(folder, "p");
      const { conflicts } = await runtime.plan(callsOf(steps, root, 0));
      expect(conflicts.map(({ earlier, later }) => `${earlier} ${later}`).sort()).toEqual([
        "0.0 0.1",
        "0.0 0.2",
        "0.1 0.2",
        "0.1 0.3",
        "0.1 0.4",
      ]);
    });
  });

  it("formats a file in parallel with calls for other files, and after earlier changes", async () => {
    const steps = [
      call("format_file", { path: "a" }),
      call("Read", { path: "b" }),
      call("Grep", { pattern: "one", path: "d" }),
      call("edit_file", edit("b")),
      call("format_file", { path: "a" }),
    ];
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, [file("a"), file("b"), file("d/c")]);
      await using runtime = runtimeOf(folder, "p");
      const { batches } = await runtime.plan(callsOf(steps, root, 0));
      expect(batches).toEqual([["0.0", "0.1", "0.2"], ["0.3"], ["0.4"]]);
    });
  });

  it("cancels a call that is held back until an earlier one ends", async () => {
    await withFolder(async (folder) => {
      const root = rootIn(folder, "p");
      await build(root, [file("a")]);
      await using runtime = runtimeOf(folder, "p");
      const steps = [call("Bash", { cmd: "sleep 60" }), call("Read", { path: "a" })];
      const running = runtime.executeBatch(callsOf(steps, root, 0));
      while (!runtime.cancel("0.1")) await new Promise((resolve) => setImmediate(resolve));
      // The cancellation arrives before the command ends.
      runtime.cancel("0.0");
      const results = await running;
      expect(results.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    });
  });
});

function file(path: string): Entry {
  return { type: "file", path };
}

function edit(path: string): Readonly<Record<string, unknown>> {
  return { path, old_str: "one", new_str: "new" };
}
