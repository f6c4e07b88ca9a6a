import fc from "fast-check";
import { type CallProfile, directoryKey, fileKey } from "../../src/batching/index.js";

/**
 * The rules of the Amp specification with subtrees, in the simplest form: the reference for the fast
 * implementations.
 */
export function conflictsByTheBook(first: CallProfile, second: CallProfile): boolean {
  if (first === "all" || second === "all" || first.keys === "all" || second.keys === "all") return true;
  return first.keys.some((one) =>
    (second.keys as typeof first.keys & readonly unknown[]).some((other) => {
      if (one.mode === "read" && other.mode === "read") return false;
      if (!isPath(one.key) || !isPath(other.key)) return one.key === other.key;
      const [path, otherPath] = [segmentsOf(one.key), segmentsOf(other.key)];
      if (path.join("/") === otherPath.join("/")) return true;
      const inside = (inner: readonly string[], outer: readonly string[]) =>
        outer.length < inner.length && outer.every((segment, index) => segment === inner[index]);
      return (
        (one.scope === "subtree" && inside(otherPath, path)) ||
        (other.scope === "subtree" && inside(path, otherPath))
      );
    }),
  );
}

function isPath(key: string): boolean {
  return key.startsWith("file:") || key.startsWith("directory:");
}

function segmentsOf(key: string): readonly string[] {
  return key
    .slice(key.indexOf(":") + 1)
    .split("/")
    .filter((segment) => segment !== "");
}

/**
 * Compares all pairs, O(n²): a call waits for every earlier conflicting one; it leaves when it is done and
 * those have left.
 */
export class ReferenceIndex {
  readonly calls: { id: number; profile: CallProfile; waits: Set<number>; done: boolean; left: boolean }[] =
    [];

  add(profile: CallProfile): Set<number> {
    const waits = new Set(
      this.calls
        .filter((call) => !call.left && conflictsByTheBook(call.profile, profile))
        .map(({ id }) => id),
    );
    this.calls.push({ id: this.calls.length, profile, waits, done: false, left: false });
    return waits;
  }

  remove(id: number): number[] {
    const call = this.calls[id];
    if (call === undefined) return [];
    call.done = true;
    const free: number[] = [];
    for (let changed = true; changed; ) {
      changed = false;
      for (const candidate of this.calls) {
        if (candidate.left || !candidate.done || candidate.waits.size > 0) continue;
        candidate.left = true;
        changed = true;
        for (const other of this.calls) {
          if (other.waits.delete(candidate.id) && other.waits.size === 0 && !other.done) free.push(other.id);
        }
      }
    }
    return free;
  }
}

const mode = fc.constantFrom("read" as const, "write" as const);
/** Paths of a small tree, so that calls often conflict. */
const path = fc
  .array(fc.constantFrom("a", "b", "c"), { minLength: 0, maxLength: 4 })
  .map((segments) => `/${segments.join("/")}`);

/** Keys that often conflict: files, folders with and without their subtree, names. */
export const anyKey = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(path, mode).map(([at, how]) => fileKey(at, how)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, mode, fc.constantFrom("self" as const, "subtree" as const))
      .map(([at, how, scope]) => directoryKey(at, how, scope)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("user", "network:x"), mode).map(([key, how]) => ({ key, mode: how })),
  },
);

/** Profiles of all kinds; usually one key, as most tools have. */
export const anyProfile: fc.Arbitrary<CallProfile> = fc.oneof(
  { weight: 8, arbitrary: fc.array(anyKey, { minLength: 1, maxLength: 1 }).map((keys) => ({ keys })) },
  { weight: 3, arbitrary: fc.array(anyKey, { maxLength: 4 }).map((keys) => ({ keys })) },
  { weight: 1, arbitrary: fc.constant({ keys: "all" as const, reason: "Bash runs alone" }) },
);
