import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import {
  type Backend,
  type FileChange,
  ToolError,
  type WorkspaceFiles,
} from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { interferedBackend } from "../faulty-backend.js";
import { portSnapshot } from "../tree-snapshot.js";
import { newSession } from "../workspace-fixture.js";
import { FAULT_CASES, FAULT_TREE, type FaultCase } from "./fault-cases.js";

/** Errors that a system call can report in the middle of a change. */
const FAULTS = [
  { errno: "ENOSPC", code: "no-space" },
  { errno: "EIO", code: "io-error" },
  { errno: "EACCES", code: "access-denied" },
  { errno: "EBUSY", code: "io-error" },
  { errno: "EXDEV", code: "io-error" },
] as const;

/** A backend with the tree in it, and where. */
async function onDisk(): Promise<{ readonly backend: Backend; readonly root: string }> {
  const root = await temporaryFolder();
  await writeTree(root, FAULT_TREE);
  await chmod(join(root, "b.sh"), 0o755);
  await symlink("a.txt", join(root, "link"));
  const { locks: _, ...backend } = localBackend();
  return { backend, root };
}

async function inMemory(): Promise<{ readonly backend: Backend; readonly root: string }> {
  const tree = Object.entries(FAULT_TREE).map(
    ([name, content]) => [`/w/${name}`, { content, mode: 0o644 }] as const,
  );
  const files = { ...Object.fromEntries(tree), "/w/link": { symlinkTo: "a.txt" } };
  const backend = memoryBackend({
    files: { ...files, "/w/b.sh": { content: FAULT_TREE["b.sh"], mode: 0o755 } },
  });
  return { backend, root: "/w" };
}

/** Runs a case with the fault in one step; `hit` names the step, if there was such a one. */
async function runWithFault(
  tried: FaultCase,
  fault: (typeof FAULTS)[number],
  failing: number,
  named: typeof onDisk = inMemory,
) {
  let armed = false;
  let seen = 0;
  let hit = "";
  const { backend: whole, root } = await named();
  const backend = interferedBackend(whole, (step, detail) => {
    if (!armed) return;
    seen += 1;
    if (seen === failing) {
      hit = step;
      throw new ToolError(`injected into ${step}`, { code: fault.code, cause: { code: fault.errno } });
    }
    if (tried.acrossVolumes && step === "rename" && detail === "other directory") {
      throw new ToolError("another volume", { code: "io-error", cause: { code: "EXDEV" } });
    }
  });
  const changes: FileChange[] = [];
  const files = createWorkspace({ backend, roots: [root] }).files({
    session: newSession(root),
    approvedPaths: new Set(),
    signal: new AbortController().signal,
    onChange: (change) => changes.push(change),
  });
  const snapshot = () => portSnapshot(whole, root);
  await tried.before?.(files);
  const before = await snapshot();
  const reported = changes.length;
  armed = true;
  const outcome = await tried.change(files).then(
    () => "done",
    (error: unknown) => (ToolError.isInstance(error) ? error.code : String(error)),
  );
  armed = false;
  return {
    hit,
    outcome,
    before,
    after: await snapshot(),
    changed: changes.length > reported,
    files,
    snapshot,
  };
}

/** Lets each step of a case fail in turn, and returns how often the change failed. */
async function sweep(
  tried: FaultCase,
  fault: (typeof FAULTS)[number],
  named: typeof onDisk,
): Promise<number> {
  const whole = await runWithFault(tried, fault, 0, named);
  expect(whole.outcome).toBe("done");
  expect(whole.after).not.toEqual(whole.before);
  let failures = 0;
  // On disk several run concurrently, each in its own folder: they mostly wait for writes.
  const atOnce = named === onDisk ? 4 : 1;
  for (let first = 1; ; first += atOnce) {
    const steps = Array.from({ length: atOnce }, (_, index) => first + index);
    const outcomes = await Promise.all(
      steps.map((failing) => sweepStep(tried, { fault, failing, named, wholeAfter: whole.after })),
    );
    failures += outcomes.filter((outcome) => outcome === "failed").length;
    if (outcomes.includes("no such step")) return failures;
  }
}

/** Lets one step of a case fail. */
async function sweepStep(
  tried: FaultCase,
  step: {
    readonly fault: (typeof FAULTS)[number];
    readonly failing: number;
    readonly named: typeof onDisk;
    /** The tree without a failure. */
    readonly wholeAfter: Readonly<Record<string, string>>;
  },
): Promise<"done" | "failed" | "no such step"> {
  const { fault, failing, named, wholeAfter } = step;
  const { hit, outcome, before, after, changed, files, snapshot } = await runWithFault(
    tried,
    fault,
    failing,
    named,
  );
  if (hit === "") return "no such step";
  const where = `${fault.errno} in step ${failing} (${hit}): ${outcome}`;
  expect(changed, where).toBe(outcome === "done");
  if (outcome === "done") {
    expect(withoutEmptyFolders(after), where).toEqual(withoutEmptyFolders(wholeAfter));
    return "done";
  }
  expect(after, where).toEqual(before);
  // Whatever failed, no lock and no leftover blocks the next change.
  await tried.change(files);
  expect(await snapshot(), where).toEqual(wholeAfter);
  return "failed";
}

describe("an error in any step of a change", () => {
  const names = Object.keys(FAULT_CASES).filter((name) => name !== "move of a folder to another volume");
  const all = names.flatMap((name) => FAULTS.map((fault) => [name, fault.errno, fault] as const));

  it.each(all)("leaves the old state, or the change is done: %s, %s", async (name, _, fault) => {
    expect(await sweep(FAULT_CASES[name] as FaultCase, fault, inMemory)).toBeGreaterThan(3);
  });

  it.each(["update", "create", "move", "overwriting move to another volume", "group of changes"])(
    "leaves the old state, or the change is done, on disk: %s",
    async (name) => {
      expect(await sweep(FAULT_CASES[name] as FaultCase, FAULTS[0], onDisk)).toBeGreaterThan(3);
    },
  );
});

/** A created folder that could not be removed again is not a loss. */
function withoutEmptyFolders(tree: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(tree);
  return Object.fromEntries(
    Object.entries(tree).filter(
      ([name, entry]) => !entry.startsWith("folder") || names.some((other) => other.startsWith(`${name}/`)),
    ),
  );
}

describe("an error in any step of a move of a folder to another volume", () => {
  it("loses no file when a move to another volume fails: each file is at one of its two paths", async () => {
    const tried = { change: (files: WorkspaceFiles) => files.move("d", "x/d"), acrossVolumes: true };
    for (const fault of FAULTS) {
      for (let failing = 1; ; failing += 1) {
        const { hit, outcome, after } = await runWithFault(tried, fault, failing);
        if (hit === "") break;
        const where = `${fault.errno} in step ${failing} (${hit}): ${outcome}`;
        for (const name of ["c.txt", "e.txt"]) {
          const found = [after[`d/${name}`], after[`x/d/${name}`]].filter((entry) => entry !== undefined);
          expect(found.length, where).toBeGreaterThan(0);
          for (const entry of found) expect(entry, where).toBe(`file 644 ${name[0]}\n`);
        }
        expect(
          Object.keys(after).filter((name) => name.includes(".collet-")),
          where,
        ).toEqual([]);
      }
    }
  });
});
