import type { FileStat } from "../../contract/index.js";
import { DIRECTORY_MODE, MemorySymlink, PERMISSION_BITS, StorageSpace } from "../memory/index.js";
import type { BaseView } from "./base-view.js";
import { OverlayFile } from "./overlay-file.js";
import { type OverlayAlias, OverlayDirectory } from "./overlay-node.js";

/** Options of an overlay. */
export interface OverlayOptions {
  readonly maxBytes?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

// Shared by all overlays: an overlay may have another one as its base, and their identities must differ.
let created = 0;

function newIdentity(): string {
  created += 1;
  return `overlay:${created}`;
}

/** Creates the nodes of an overlay, whose contents share its space. */
export class NodeMaker {
  readonly #space: StorageSpace;

  constructor(
    private readonly base: BaseView,
    private readonly options: OverlayOptions,
  ) {
    this.#space = new StorageSpace(options.maxBytes);
  }

  fileOfBase(origin: string, stat: FileStat): OverlayFile {
    return OverlayFile.ofBase(this.base, this.#space, origin, stat);
  }

  file(mode: number): OverlayFile {
    return OverlayFile.created(this.base, this.#space, {
      identity: newIdentity(),
      mode,
      modifiedAtMs: this.options.now(),
    });
  }

  symlink(target: string): OverlayAlias {
    const stat = new MemorySymlink(newIdentity(), target, this.options.now()).stat();
    return { type: "symlink", pinned: true, stat, target };
  }

  directory(mode: number = DIRECTORY_MODE): OverlayDirectory {
    return new OverlayDirectory(undefined, {
      type: "directory",
      size: 0,
      modifiedAtMs: this.options.now(),
      mode: mode & PERMISSION_BITS,
      identity: newIdentity(),
      links: 1,
    });
  }
}
