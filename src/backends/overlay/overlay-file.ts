import type { FileStat } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";
import { FileContent, MemoryFile, PERMISSION_BITS, type StorageSpace } from "../memory/index.js";
import type { BaseView } from "./base-view.js";

/** Changed metadata of a file whose content is still in the base. */
interface ChangedFacts {
  mode?: number;
  owner?: NonNullable<FileStat["owner"]>;
}

/** The directory that contains a file, as far as the file needs it. */
export interface NamingDirectory {
  readonly entries: Map<string, { readonly node: unknown }>;
  /** Marks that it differs from the base. */
  pin(): void;
}

/** A file of the overlay: in the base until the first write, then, or from its creation, in memory. */
export class OverlayFile {
  readonly type = "file";
  /** Whether it differs from the base; if not, the node only records an open file of the base. */
  pinned = false;
  /** The directory that contains it. */
  parent: NamingDirectory | undefined;
  #stored: MemoryFile | undefined;
  #loading: Promise<MemoryFile> | undefined;
  #changed: ChangedFacts = {};
  #handles = 0;

  private constructor(
    private readonly base: BaseView,
    private readonly space: StorageSpace,
    readonly identity: string,
    /** Original path in the base. */
    readonly origin: string | undefined,
  ) {}

  /** Creates a new file of the overlay. */
  static created(
    base: BaseView,
    space: StorageSpace,
    facts: { readonly identity: string; readonly mode: number; readonly modifiedAtMs: number },
  ): OverlayFile {
    const file = new OverlayFile(base, space, facts.identity, undefined);
    file.#stored = new MemoryFile(facts.identity, new FileContent(space), facts);
    return file;
  }

  /** Creates the node of a base file, by its real path there. */
  static ofBase(base: BaseView, space: StorageSpace, origin: string, stat: FileStat): OverlayFile {
    return new OverlayFile(base, space, stat.identity, origin);
  }

  /** The file in memory, once it exists. */
  get stored(): MemoryFile | undefined {
    return this.#stored;
  }

  /** Returns its status; `undefined` if it is in the base and was removed there. */
  async stat(): Promise<FileStat | undefined> {
    if (this.#stored !== undefined) return this.#stored.stat();
    const stat = this.origin === undefined ? undefined : await this.base.stat(this.origin);
    return stat?.type === "file" ? this.describe(stat) : undefined;
  }

  /** Returns its status, based on that of the base. */
  describe(baseStat: FileStat): FileStat {
    return this.#stored?.stat() ?? { ...baseStat, ...this.#changed };
  }

  /**
   * Copies the content into memory, where it can be written to. Throws `no-space`, with the given path.
   *
   * @param content - `none` for a file that is about to be truncated
   */
  async load(path: string, content: "whole" | "none" = "whole"): Promise<MemoryFile> {
    if (this.#stored !== undefined) return this.#stored;
    this.#loading ??= this.#copy(path, content).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Marks that it and its directory differ from the base. */
  pin(): void {
    this.pinned = true;
    this.parent?.pin();
  }

  setMode(mode: number): void {
    if (this.#stored !== undefined) this.#stored.mode = mode;
    else this.#changed.mode = mode & PERMISSION_BITS;
  }

  setOwner(owner: NonNullable<FileStat["owner"]>): void {
    const { user, group } = owner;
    if (this.#stored !== undefined) this.#stored.owner = { user, group };
    else this.#changed.owner = { user, group };
  }

  retain(): void {
    this.#handles += 1;
  }

  /** Returns whether no handle is open any more. */
  release(): boolean {
    this.#handles -= 1;
    this.#freeIfUnused();
    return this.#handles === 0;
  }

  /** Records the removal of its name. */
  unlink(): void {
    this.parent = undefined;
    this.#freeIfUnused();
  }

  async #copy(path: string, content: "whole" | "none"): Promise<MemoryFile> {
    const origin = this.origin ?? path;
    const stat = await this.base.stat(origin);
    if (stat?.identity !== this.identity) throw changedSinceApproval(path, "it is now another file");
    if (content === "whole" && !this.space.fits(stat.size)) throw fileFailure("memory-full", path);
    const bytes = content === "whole" ? await this.base.readFile(origin) : new Uint8Array(0);
    const stored = new MemoryFile(this.identity, new FileContent(this.space), {
      mode: stat.mode,
      modifiedAtMs: stat.modifiedAtMs,
      owner: stat.owner,
      ...this.#changed,
    });
    stored.links = stat.links;
    if (!stored.content.write(bytes, 0)) throw fileFailure("memory-full", path);
    this.#stored = stored;
    return stored;
  }

  #freeIfUnused(): void {
    if (this.parent === undefined && this.#handles === 0) this.#stored?.unlink();
  }
}
