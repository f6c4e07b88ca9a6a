import type { FileStat } from "../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../failure/index.js";
import { FileContent, MemoryFile, PERMISSION_BITS, type StorageSpace } from "../memory/index.js";
import type { BaseView } from "./base-view.js";

/** Facts that were changed of a file whose content still is in the base. */
interface ChangedFacts {
  mode?: number;
  owner?: NonNullable<FileStat["owner"]>;
}

/** A directory that has a name for a file, as far as the file is concerned. */
export interface NamingDirectory {
  readonly entries: Map<string, { readonly node: unknown }>;
  /** Marks that it is not just what the base has. */
  pin(): void;
}

/** A file as the overlay knows it: one of the base until it is written to, then, or from the start, one in memory. */
export class OverlayFile {
  readonly type = "file";
  /** Whether it is more than the memory that somebody has a file of the base open. */
  pinned = false;
  /** The directory that has a name for it. */
  parent: NamingDirectory | undefined;
  #stored: MemoryFile | undefined;
  #loading: Promise<MemoryFile> | undefined;
  #changed: ChangedFacts = {};
  #handles = 0;

  private constructor(
    private readonly base: BaseView,
    private readonly space: StorageSpace,
    readonly identity: string,
    /** Where it came from in the base. */
    readonly origin: string | undefined,
  ) {}

  /** A file that begins its life in the overlay. */
  static created(
    base: BaseView,
    space: StorageSpace,
    facts: { readonly identity: string; readonly mode: number; readonly modifiedAtMs: number },
  ): OverlayFile {
    const file = new OverlayFile(base, space, facts.identity, undefined);
    file.#stored = new MemoryFile(facts.identity, new FileContent(space), facts);
    return file;
  }

  /** A file of the base, by its real path there. */
  static ofBase(base: BaseView, space: StorageSpace, origin: string, stat: FileStat): OverlayFile {
    return new OverlayFile(base, space, stat.identity, origin);
  }

  /** The file in memory, once there is one. */
  get stored(): MemoryFile | undefined {
    return this.#stored;
  }

  /** Nothing when it is in the base and gone from there. */
  async stat(): Promise<FileStat | undefined> {
    if (this.#stored !== undefined) return this.#stored.stat();
    const stat = this.origin === undefined ? undefined : await this.base.stat(this.origin);
    return stat?.type === "file" ? this.describe(stat) : undefined;
  }

  /** The facts of the file, given those that the base has. */
  describe(baseStat: FileStat): FileStat {
    return this.#stored?.stat() ?? { ...baseStat, ...this.#changed };
  }

  /**
   * Takes the content into memory, where it can be written to. Throws `no-space`, with the path given.
   *
   * @param content - `none` for a file that is about to be emptied anyway
   */
  async load(path: string, content: "whole" | "none" = "whole"): Promise<MemoryFile> {
    if (this.#stored !== undefined) return this.#stored;
    this.#loading ??= this.#copy(path, content).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Marks that it is not just what the base has, and its directory neither. */
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

  /** Answers whether nobody has it open any more. */
  release(): boolean {
    this.#handles -= 1;
    this.#freeIfUnused();
    return this.#handles === 0;
  }

  /** Its name is gone. */
  unlink(): void {
    this.parent = undefined;
    this.#freeIfUnused();
  }

  async #copy(path: string, content: "whole" | "none"): Promise<MemoryFile> {
    const origin = this.origin ?? path;
    const stat = await this.base.stat(origin);
    if (stat?.identity !== this.identity) throw changedSinceApproval(path, "it is another file now");
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
