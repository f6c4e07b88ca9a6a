import type { DirectoryHandle, FileStat, FileSystem } from "../../contract/index.js";
import { changedSinceApproval } from "../failure/index.js";
import { type FollowedPath, followPath, nameKey, type PathStep } from "../memory/index.js";
import { BaseView } from "./base-view.js";
import { NodeMaker, type OverlayOptions } from "./node-maker.js";
import type { OverlayFile } from "./overlay-file.js";
import {
  type OverlayAlias,
  OverlayDirectory,
  type OverlayEntry,
  type OverlayNode,
  WHITEOUT,
} from "./overlay-node.js";

/** A found entry: one that the overlay changed, or one that exists only in the base. */
export type FoundEntry =
  | {
      readonly from: "overlay";
      readonly name: string;
      readonly node: OverlayPresent;
      readonly stat: FileStat;
    }
  | { readonly from: "base"; readonly name: string; readonly origin: string; readonly stat: FileStat };

/** A node that exists. */
export type OverlayPresent = OverlayFile | OverlayAlias | OverlayDirectory;

/**
 * The names that differ from the base, and through them the base.
 *
 * Changes run one after the other: each first reads the base, then changes the tree in one synchronous step,
 * and no other change runs in between.
 */
export class OverlayTree {
  readonly base: BaseView;
  readonly #options: OverlayOptions;
  #roots = new Map<string, OverlayDirectory>();
  #make: NodeMaker;
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** Number of times that all changes were discarded; handles of an earlier generation are invalid. */
  generation = 0;

  constructor(baseFiles: FileSystem, options: OverlayOptions) {
    this.base = new BaseView(baseFiles);
    this.#options = options;
    this.#make = new NodeMaker(this.base, options);
  }

  get roots(): readonly OverlayDirectory[] {
    return [...this.#roots.values()];
  }

  /** Whether anything differs from the base. */
  get isChanged(): boolean {
    return this.roots.some((root) => root.pinned);
  }

  /** Creates nodes for new entries. */
  get make(): NodeMaker {
    return this.#make;
  }

  now(): number {
    return this.#options.now();
  }

  discard(): void {
    this.#roots = new Map();
    this.#make = new NodeMaker(this.base, this.#options);
    this.generation += 1;
  }

  /** Throws `changed-since-approval` if all changes were discarded since a handle was opened. */
  requireGeneration(generation: number, path: string): void {
    if (generation === this.generation) return;
    throw changedSinceApproval(path, "the changes it belonged to were discarded");
  }

  /** Runs a change after all earlier ones. */
  turn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTurn.then(work);
    this.#lastTurn = result.catch(() => {});
    return result;
  }

  root(rootPath: string): OverlayDirectory {
    let root = this.#roots.get(rootPath);
    if (root === undefined) {
      root = new OverlayDirectory(rootPath);
      this.#roots.set(rootPath, root);
    }
    return root;
  }

  /** Follows a path as the kernel would, in the tree with its changes. */
  follow(path: string): Promise<FollowedPath<OverlayDirectory, FileStat>> {
    return followPath(
      {
        path: this.base.files.path,
        root: (rootPath) => this.root(rootPath),
        step: (directory, name) => this.#step(directory, name),
      },
      path,
    );
  }

  async #step(
    directory: OverlayDirectory,
    name: string,
  ): Promise<PathStep<OverlayDirectory, FileStat> | undefined> {
    const found = await this.find(directory, name);
    if (found === undefined) return undefined;
    if (found.stat.type === "symlink")
      return { type: "symlink", name: found.name, target: await this.targetOf(found) };
    if (found.stat.type !== "directory") return { type: "leaf", name: found.name, leaf: found.stat };
    return { type: "directory", name: found.name, directory: this.directoryOf(directory, found) };
  }

  /**
   * Returns the entry of a name in a directory.
   *
   * @param baseDirectory - the underlying directory of the base, if a handle has it open
   */
  async find(
    directory: OverlayDirectory,
    name: string,
    baseDirectory?: DirectoryHandle,
  ): Promise<FoundEntry | undefined> {
    const known = this.entryOf(directory, name);
    if (known?.node.pinned === true) return this.#foundNode(known);
    if (directory.base === undefined) return undefined;
    const { join } = this.base.files.path;
    const stat = await (baseDirectory === undefined
      ? this.base.stat(join(directory.base, name))
      : baseDirectory.stat(name));
    const spelled = stat === undefined ? name : await this.#spelling(directory.base, name);
    // The name may have changed meanwhile; the change in the overlay takes precedence.
    const current = this.entryOf(directory, name);
    if (current?.node.pinned === true) return this.#foundNode(current);
    if (stat === undefined) return undefined;
    return { from: "base", name: spelled, origin: join(directory.base, spelled), stat };
  }

  /** Returns whether the base has an entry with a name, regardless of the overlay. */
  async isInBase(directory: OverlayDirectory, name: string): Promise<boolean> {
    if (directory.base === undefined) return false;
    return (await this.base.stat(this.base.files.path.join(directory.base, name))) !== undefined;
  }

  entryOf(directory: OverlayDirectory, name: string): OverlayEntry | undefined {
    return directory.entries.get(this.#key(name));
  }

  isSameName(left: string, right: string): boolean {
    return this.#key(left) === this.#key(right);
  }

  /** Returns the status of a directory. */
  async statOf(directory: OverlayDirectory): Promise<FileStat | undefined> {
    const { modifiedAtMs } = directory;
    const stat = directory.base === undefined ? directory.created : await this.base.stat(directory.base);
    return stat === undefined
      ? undefined
      : { ...stat, ...(modifiedAtMs === undefined ? {} : { modifiedAtMs }) };
  }

  /** Returns the target of a found symlink. */
  async targetOf(found: FoundEntry): Promise<string> {
    if (found.from === "base") return this.base.readLink(found.origin);
    return (found.node as OverlayAlias).target ?? "";
  }

  /** Opens the underlying directory of the base; returns `undefined` if there is none. */
  async openBase(directory: OverlayDirectory): Promise<DirectoryHandle | undefined> {
    return directory.base === undefined ? undefined : this.base.openDirectory(directory.base);
  }

  /** Returns the node of a found directory; stored, so that all handles share it. */
  directoryOf(parent: OverlayDirectory, found: FoundEntry): OverlayDirectory {
    if (found.from === "overlay") return found.node as OverlayDirectory;
    const known = this.entryOf(parent, found.name)?.node;
    if (known?.type === "directory") return known;
    const directory = new OverlayDirectory(found.origin);
    this.#remember(parent, found.name, directory);
    return directory;
  }

  /** Returns the node of a found file; stored in the same way. */
  fileOf(parent: OverlayDirectory, found: FoundEntry): OverlayFile {
    if (found.from === "overlay") return found.node as OverlayFile;
    const known = this.entryOf(parent, found.name)?.node;
    if (known?.type === "file" && known.identity === found.stat.identity) return known;
    const file = this.#make.fileOfBase(found.origin, found.stat);
    this.#remember(parent, found.name, file);
    return file;
  }

  /** Returns the node of any found entry, in order to rename it. */
  async nodeOf(parent: OverlayDirectory, found: FoundEntry): Promise<OverlayPresent> {
    if (found.from === "overlay") return found.node;
    const { origin, stat } = found;
    if (stat.type === "directory") return this.directoryOf(parent, found);
    if (stat.type === "file") return this.fileOf(parent, found);
    const target = stat.type === "symlink" ? { target: await this.base.readLink(origin) } : {};
    return { type: stat.type, pinned: true, origin, stat, ...target };
  }

  /** Discards the node of an unchanged file of the base without open handles. */
  forget(file: OverlayFile): void {
    const { parent } = file;
    if (parent === undefined || file.pinned) return;
    for (const [key, entry] of parent.entries) if (entry.node === file) parent.entries.delete(key);
    file.parent = undefined;
  }

  /** Adds a name for a node, and replaces any existing entry. */
  put(directory: OverlayDirectory, name: string, node: OverlayPresent): void {
    this.#release(this.entryOf(directory, name)?.node);
    directory.entries.set(this.#key(name), { name, node });
    if (node.type === "file") node.parent = directory;
    if (node.type === "directory") {
      node.parent = directory;
      node.removed = false;
    }
    if (node.type === "file" || node.type === "directory") node.pin();
    this.#touch(directory);
  }

  /**
   * Removes a name.
   *
   * @param options - `isInBase`: whether the base has the name, so that it must be covered; `node`: `keep` if it is about to get
   * another name
   */
  takeAway(
    directory: OverlayDirectory,
    name: string,
    { isInBase, node = "forget" }: { readonly isInBase: boolean; readonly node?: "keep" | "forget" },
  ): void {
    if (node === "forget") this.#release(this.entryOf(directory, name)?.node);
    if (isInBase) directory.entries.set(this.#key(name), { name, node: WHITEOUT });
    else directory.entries.delete(this.#key(name));
    this.#touch(directory);
  }

  async #foundNode({ name, node }: OverlayEntry): Promise<FoundEntry | undefined> {
    if (node.type === "nothing") return undefined;
    const stat =
      node.type === "directory"
        ? await this.statOf(node)
        : node.type === "file"
          ? await node.stat()
          : node.stat;
    return stat === undefined ? undefined : { from: "overlay", name, node, stat };
  }

  /** Returns the base's spelling of a name. */
  async #spelling(directoryPath: string, name: string): Promise<string> {
    if (this.base.files.caseSensitive) return name;
    const entries = await this.base.list(directoryPath);
    return entries.find((entry) => this.isSameName(entry.name, name))?.name ?? name;
  }

  #remember(parent: OverlayDirectory, name: string, node: OverlayFile | OverlayDirectory): void {
    if (this.entryOf(parent, name)?.node.pinned === true) {
      // Renamed or removed since it was found: it is still opened, without a name.
      if (node.type === "directory") node.removed = true;
      return;
    }
    node.parent = parent;
    parent.entries.set(this.#key(name), { name, node });
  }

  #release(node: OverlayNode | undefined): void {
    if (node?.type === "file") node.unlink();
    if (node?.type === "directory") node.removed = true;
  }

  #touch(directory: OverlayDirectory): void {
    directory.modifiedAtMs = this.now();
    directory.pin();
  }

  #key(name: string): string {
    return nameKey(name, this.base.files);
  }
}
