import type { Backend, FileSystem, Search } from "../../contract/index.js";
import { overlayFileSystem } from "./file-system.js";
import { listChanges } from "./list-changes.js";
import type { OverlayChange } from "./overlay-change.js";
import { overlaySearch } from "./overlay-search.js";
import { OverlayTree } from "./overlay-tree.js";

/** How much an overlay may hold. */
export interface OverlayBackendOptions {
  /** Bytes that changed files may hold in memory together; a write beyond is `no-space`. No limit by default. */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch, for modification times. Default `Date.now`. */
  readonly now?: () => number;
}

/** A backend whose changes stay in memory. */
export interface OverlayBackend extends Backend {
  readonly files: FileSystem;
  readonly search: Search;
  /**
   * What differs from the base, in the order of the paths. Folders are listed when they were created, deleted or moved; of
   * a moved folder's content only what differs besides. A file moved over another counts as a change of that one and the
   * end of its own. What was changed back is not listed.
   */
  changes(): Promise<readonly OverlayChange[]>;
  /** Forgets all changes. Handles that are still open fail with `changed-since-approval`. */
  discard(): void;
}

/**
 * Lays memory over another backend: reads fall through to it, changes stay here, and it is never written to. A dry run of
 * anything that works on files.
 *
 * A file is copied when it is first written to; renaming, deleting and changing modes copy nothing. Files keep their
 * identity under all of that. There is no shell, because a command would change things for real. What others change in the
 * base shows through as long as it was not changed here. Of a file with several hard links, a change is seen under the one
 * name it was made by.
 *
 * Whole outputs, threads and approvals are kept where the base keeps them, and web pages are read as it reads them. The base is not disposed of with the overlay.
 *
 * @example
 * const overlay = overlayBackend(localBackend());
 * const runtime = createToolRuntime({ backend: overlay, cwd: "/home/me/project" });
 * // ... let the agent work ...
 * for (const change of await overlay.changes()) console.log(change.type, change.path);
 */
export function overlayBackend(base: Backend, options: OverlayBackendOptions = {}): OverlayBackend {
  const tree = new OverlayTree(base.files, { maxBytes: options.maxBytes, now: options.now ?? Date.now });
  const files = overlayFileSystem(tree);
  return {
    name: "overlay",
    files,
    search: overlaySearch(tree, files, base.search),
    ...(base.approvals !== undefined && { approvals: base.approvals }),
    ...(base.outputs !== undefined && { outputs: base.outputs }),
    ...(base.pages !== undefined && { pages: base.pages }),
    ...(base.threads !== undefined && { threads: base.threads }),
    ...(base.textThreads !== undefined && { textThreads: base.textThreads }),
    ...(base.repositories !== undefined && { repositories: base.repositories }),
    changes: () => tree.turn(() => listChanges(tree)),
    discard: () => tree.discard(),
  };
}
