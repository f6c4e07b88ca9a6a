import { type FileStat, type FileType, ToolError } from "../../contract/index.js";
import { sameBytes } from "../../values/index.js";
import { DIRECTORY_MODE } from "../memory/index.js";
import type { OverlayFile } from "./overlay-file.js";
import type { OverlayAlias, OverlayDirectory } from "./overlay-node.js";
import type { OverlayPresent, OverlayTree } from "./overlay-tree.js";

/** One difference between an overlay and its base. */
export interface OverlayChange {
  /** Absolute path in the overlay; for a deletion, in the base. */
  readonly path: string;
  readonly type: "created" | "modified" | "deleted" | "moved";
  /** Type of the entry. For a folder, only the mode is ever modified. */
  readonly of: FileType;
  /** Path in the base of a moved entry. */
  readonly movedFrom?: string;
  /** Content in the base, for files that were modified, deleted or moved. */
  readonly before?: Uint8Array;
  /** Content in the overlay, for files that were created, modified or moved. */
  readonly after?: Uint8Array;
  /** Permission bits, for created entries and where they differ. */
  readonly mode?: { readonly before?: number; readonly after: number };
  /** Target of a symlink that was created or modified. */
  readonly target?: string;
}

/** An entry whose name in the overlay differs from that in the base. */
interface Placement {
  readonly path: string;
  readonly node: OverlayPresent;
  /** Path of the entry in the base if nothing but a parent folder had been moved. */
  readonly expected: string | undefined;
}

/** Compares an overlay with its base; ordered by path. See `OverlayBackend.changes`. */
export async function listChanges(tree: OverlayTree): Promise<readonly OverlayChange[]> {
  return new ChangeList(tree).list();
}

class ChangeList {
  readonly #changes: OverlayChange[] = [];
  readonly #placements: Placement[] = [];
  /** Real paths in the base that the overlay covers. */
  readonly #covered: string[] = [];
  /** Real paths in the base of entries that have a name in the overlay, the old or a new one. */
  readonly #kept = new Set<string>();
  readonly #directories = new Map<string, OverlayDirectory>();
  readonly #placedAt = new Map<string, OverlayPresent>();

  constructor(private readonly tree: OverlayTree) {}

  async list(): Promise<readonly OverlayChange[]> {
    for (const root of this.tree.roots) this.#collect(root, root.base ?? "");
    for (const placement of this.#placements) {
      const origin = originOf(placement.node);
      if (origin !== undefined) this.#kept.add(origin);
    }
    for (const placement of this.#placements) {
      // A file moved over another is a change of that one, and a deletion of its former path.
      if (await this.#overwrites(placement)) this.#kept.delete(originOf(placement.node) ?? "");
    }
    for (const placement of this.#placements) await this.#compare(placement);
    for (const path of this.#covered) await this.#reportDeleted(path);
    return this.#changes.sort((left, right) => order(left, right));
  }

  #collect(directory: OverlayDirectory, path: string): void {
    const join = this.tree.base.files.path.join;
    if (directory.base !== undefined) this.#directories.set(directory.base, directory);
    for (const { name, node } of directory.entries.values()) {
      if (!node.pinned) continue;
      const expected = directory.base === undefined ? undefined : join(directory.base, name);
      if (expected !== undefined && (node.type === "nothing" || originOf(node) !== expected)) {
        this.#covered.push(expected);
      }
      if (node.type === "nothing") continue;
      const placed = join(path, name);
      this.#placements.push({ path: placed, node, expected });
      this.#placedAt.set(placed, node);
      if (node.type === "directory") this.#collect(node, placed);
    }
  }

  async #overwrites({ path, node, expected }: Placement): Promise<boolean> {
    const origin = originOf(node);
    if (node.type !== "file" || origin === undefined || origin === expected) return false;
    return (await this.#lostFile(path)) !== undefined;
  }

  /** Returns the base's entry at a path if it has no name in the overlay. */
  async #lost(path: string): Promise<FileStat | undefined> {
    return this.#isKept(path) ? undefined : this.#baseStat(path);
  }

  async #lostFile(path: string): Promise<FileStat | undefined> {
    const stat = await this.#lost(path);
    return stat?.type === "file" ? stat : undefined;
  }

  /** Returns the base's entry at a path; `undefined` even if a parent of the path is not a folder there. */
  async #baseStat(path: string): Promise<FileStat | undefined> {
    try {
      return await this.tree.base.stat(path);
    } catch (error) {
      if (ToolError.isInstance(error)) return undefined;
      throw error;
    }
  }

  /** Returns whether an entry of the base has a name in the overlay. */
  #isKept(path: string): boolean {
    if (this.#kept.has(path)) return true;
    const parent = this.tree.base.files.path.dirname(path);
    if (parent === path) return true;
    const directory = this.#directories.get(parent);
    if (directory === undefined) return this.#isKept(parent);
    return this.tree.entryOf(directory, this.tree.base.files.path.basename(path))?.node.pinned !== true;
  }

  async #compare(placement: Placement): Promise<void> {
    const { path, node, expected } = placement;
    const origin = originOf(node);
    if (node.type === "file") {
      await this.#compareFile(path, node, expected);
    } else if (origin !== undefined) {
      if (origin !== expected) this.#changes.push({ path, type: "moved", of: node.type, movedFrom: origin });
    } else if (node.type === "directory") {
      await this.#compareDirectory(path, node);
    } else {
      await this.#compareSymlink(path, node.target ?? "");
    }
  }

  /**
   * Compares a folder that was created here: if the base has it too, it was removed in between, and counts as
   * the same.
   */
  async #compareDirectory(path: string, { created }: OverlayDirectory): Promise<void> {
    const before = await this.#lost(path);
    const after = created?.mode ?? DIRECTORY_MODE;
    if (before?.type !== "directory") {
      this.#changes.push({ path, type: "created", of: "directory", mode: { after } });
    } else if (before.mode !== after) {
      this.#changes.push({ path, type: "modified", of: "directory", mode: { before: before.mode, after } });
    }
  }

  async #compareSymlink(path: string, target: string): Promise<void> {
    const before = await this.#lost(path);
    const isNew = before?.type !== "symlink";
    if (isNew || (await this.tree.base.readLink(path)) !== target) {
      this.#changes.push({ path, type: isNew ? "created" : "modified", of: "symlink", target });
    }
  }

  async #compareFile(path: string, node: OverlayFile, expected: string | undefined): Promise<void> {
    const { base } = this.tree;
    const { origin } = node;
    const after = await node.stat();
    if (after === undefined) return;
    const inPlace = origin !== undefined && origin === expected;
    const replaced = inPlace ? undefined : await this.#lostFile(path);
    const beforePath = replaced === undefined ? origin : path;
    const before = beforePath === undefined ? undefined : await this.#baseStat(beforePath);
    const beforeBytes =
      beforePath === undefined || before === undefined ? undefined : await base.readFile(beforePath);
    const afterBytes =
      node.stored?.content.toBytes() ??
      (beforePath === origin ? beforeBytes : await base.readFile(origin ?? path));
    if (afterBytes === undefined) return;
    if (before === undefined || beforeBytes === undefined) {
      const mode = { after: after.mode };
      this.#changes.push({ path, type: "created", of: "file", after: afterBytes, mode });
      return;
    }
    const mode = before.mode === after.mode ? {} : { mode: { before: before.mode, after: after.mode } };
    const facts = { of: "file" as const, before: beforeBytes, after: afterBytes, ...mode };
    if (!inPlace && replaced === undefined && origin !== undefined) {
      this.#changes.push({ path, type: "moved", movedFrom: origin, ...facts });
    } else if (mode.mode !== undefined || !sameBytes(beforeBytes, afterBytes)) {
      this.#changes.push({ path, type: "modified", ...facts });
    }
  }

  /** Reports the base's entries at a path and below that have no name in the overlay. */
  async #reportDeleted(path: string): Promise<void> {
    const { base } = this.tree;
    const stat = await this.#baseStat(path);
    if (stat === undefined || this.#kept.has(path)) return;
    const placed = this.#placedAt.get(path);
    // A symlink that was moved there does not continue the one it replaced.
    const successor = placed?.type === "symlink" && placed.origin !== undefined ? undefined : placed?.type;
    if (stat.type === "directory") {
      if (successor !== "directory") this.#changes.push({ path, type: "deleted", of: "directory" });
      for (const { name } of await base.list(path)) {
        await this.#reportDeleted(base.files.path.join(path, name));
      }
    } else if (stat.type === "file" && successor !== "file") {
      this.#changes.push({ path, type: "deleted", of: "file", before: await base.readFile(path) });
    } else if (stat.type !== successor) {
      this.#changes.push({ path, type: "deleted", of: stat.type });
    }
  }
}

function originOf(node: OverlayPresent | OverlayAlias): string | undefined {
  return node.type === "directory" ? node.base : node.origin;
}

/** Orders changes by path; a deletion precedes a creation at the same path. */
function order(left: OverlayChange, right: OverlayChange): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.type === "deleted" ? -1 : 1;
}
