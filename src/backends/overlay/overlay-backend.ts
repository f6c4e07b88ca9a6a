import type { Backend, FileSystem, Search } from "../../contract/index.js";
import { isRecord, type KeysOf, requireOptions, shownValue, withoutUndefined } from "../../values/index.js";
import { checkedBackend, withOwnPorts } from "../checked/index.js";
import { overlayFileSystem } from "./file-system.js";
import type { OverlayChange } from "./list-changes.js";
import { listChanges } from "./list-changes.js";
import { overlaySearch } from "./overlay-search.js";
import { OverlayTree } from "./overlay-tree.js";

/** Options of an overlay. */
export interface OverlayBackendOptions {
  /**
   * Largest size of all changed files in memory, in bytes; a write beyond it fails with `no-space`. Default:
   * no limit.
   */
  readonly maxBytes?: number;
  /** Milliseconds since the epoch, for modification times. Default `Date.now`. */
  readonly now?: () => number;
}

const OPTION_NAMES = { maxBytes: true, now: true } as const satisfies KeysOf<OverlayBackendOptions>;

/** A backend whose changes stay in memory. */
export interface OverlayBackend extends Backend {
  readonly files: FileSystem;
  readonly search: Search;
  /**
   * Returns the differences from the base, ordered by path. Folders are listed if they were created, deleted
   * or moved; the content of a moved folder is listed only if it differs otherwise. A file moved over another
   * counts as a modification of that one and a deletion of its former path. Reverted changes are not listed.
   */
  changes(): Promise<readonly OverlayChange[]>;
  /** Discards all changes. Handles that are still open fail with `changed-since-approval`. */
  discard(): void;
}

/**
 * Creates a backend that keeps changes to another backend in memory: unchanged content is read from the base,
 * which is never written to. Use it for a dry run of any work on files.
 *
 * A file is copied at the first write; renaming, deleting and changing modes copy nothing. Files keep their
 * identity under all of these. There is no shell, because a command would make real changes. Later changes of
 * the base are visible where the overlay has none. A change to a file with several hard links is visible only
 * under the name that was used.
 *
 * Outputs, threads and approvals are stored by the base, and web pages are read by it. The base is not
 * disposed with the overlay.
 *
 * @example
 * const overlay = overlayBackend(localBackend());
 * const runtime = createToolRuntime({ backend: overlay, cwd: "/home/me/project" });
 * // ... let the agent work ...
 * for (const change of await overlay.changes()) console.log(change.type, change.path);
 */
export function overlayBackend(of: Backend, options: OverlayBackendOptions = {}): OverlayBackend {
  if (!isRecord(of) || !isRecord(of.files))
    throw new TypeError(`overlayBackend needs a backend to read from, but got ${shownValue(of)}.`);
  requireOptions("overlayBackend", options, OPTION_NAMES);
  const base = checkedBackend(of);
  const tree = new OverlayTree(base.files, { maxBytes: options.maxBytes, now: options.now ?? Date.now });
  const files = overlayFileSystem(tree);
  return withOwnPorts({
    name: "overlay",
    guarantees: {
      directories: base.guarantees?.directories ?? "anchored",
      openFiles: base.guarantees?.openFiles ?? "live",
      changes: "atomic",
      durability: "unsynced",
      locks: "runtime",
      processes: "none",
    },
    files,
    search: overlaySearch(tree, files, base.search),
    ...withoutUndefined({
      approvals: base.approvals,
      outputs: base.outputs,
      pages: base.pages,
      threads: base.threads,
      syntax: base.syntax,
      textThreads: base.textThreads,
      repositories: base.repositories,
    }),
    changes: () => tree.turn(() => listChanges(tree)),
    discard: () => tree.discard(),
  });
}
