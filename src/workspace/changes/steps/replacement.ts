import {
  type DirectoryHandle,
  type FileStat,
  type PathOutcome,
  type ReadHandle,
  ToolError,
  type WriteHandle,
} from "../../../contract/index.js";
import type { ChangeServices, ChangeStep, ReleaseOptions } from "../change-step.js";
import { isThere, lookAt, renameEntry } from "../confirmed-calls.js";
import {
  discardTemporary,
  initialMode,
  namesBeside,
  setFacts,
  underTemporaryName,
  withNameOf,
  writeNewFile,
} from "../entries/index.js";
import type { NamedEntry, ReplacedFile } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, holdsContent, requireUnchanged } from "../unchanged.js";
import { reachesFurther, tooLargeToTakeBack } from "./replacement-errors.js";

/**
 * Replaces the content of an existing file, completely or not at all.
 *
 * The content is written to a temporary file in the same folder with the mode and owner of the old file, is synced, and
 * gets the name by a rename: every reader sees the old or the new content, even after a crash. Immediately before the
 * rename, the old file is compared once more (`stale-file` if it was changed meanwhile).
 *
 * The rename detaches the name from a file with several names (hard links): the other names keep the old content. A
 * package manager links its store into projects that way, and an edit must not change the store. The names stay linked
 * only if all of them are in the folder of the file and a change may affect each of them.
 *
 * In that case, and where a rename is not possible (a mount of this one file, a folder that does not accept new files,
 * an owner that cannot be kept), the file is written in place, and a crash in the middle can leave a part of the new
 * content. Only then are extended attributes and access control lists kept. A file with names elsewhere is never
 * written in place: `access-denied`.
 *
 * A read-only file is refused with `access-denied`, although a rename could bypass that.
 */
export class Replacement implements ChangeStep {
  readonly path: string;
  readonly directories: readonly DirectoryHandle[];
  separatedNames = 0;
  #target: WriteHandle | undefined;
  #temporary: string | undefined;
  // The temporary file, with its identity under any of its names.
  #madeStat: FileStat | undefined;
  // Whether the file may already have its new content.
  #isBegun = false;
  #isInPlace = false;
  #otherNames = 0;
  // The names of the file that stay linked, beside its own.
  #linkedNames: readonly string[] = [];
  #back: { readonly handle: ReadHandle; readonly step: Replacement } | undefined;

  constructor(
    private readonly services: ChangeServices,
    private readonly named: NamedEntry,
    private readonly old: ReplacedFile,
    private readonly content: Uint8Array,
  ) {
    this.path = named.path;
    this.directories = [named.directory];
  }

  async prepare(): Promise<void> {
    const { directory, name, path } = this.named;
    const known = await this.#withoutLeftovers(this.old.handle.stat);
    this.#otherNames = known.links - 1;
    const staysTogether = known.links > 1 && (await this.#staysTogether(known));
    // Concurrently: each takes several disk accesses, and neither needs the other.
    const [target, temporary] = await Promise.allSettled([
      directory.openForWriting(name, { opened: this.old.handle }),
      staysTogether ? undefined : this.#writeTemporary(known),
    ]);
    // Recorded before anything is thrown, so that it is closed and removed.
    if (temporary.status === "fulfilled") this.#temporary = temporary.value;
    if (target.status === "rejected") throw target.reason;
    this.#target = target.value;
    if (temporary.status === "rejected") throw temporary.reason;
    const identity = target.value.identity ?? (await target.value.stat()).identity;
    if (identity !== known.identity) throw changedMeanwhile(path);
  }

  /** Status of the new file, with its whole content; `undefined` where the file was written in place. */
  get madeStat(): FileStat | undefined {
    return this.#isInPlace ? undefined : this.#madeStat;
  }

  get #made(): string | undefined {
    return this.#madeStat?.identity;
  }

  get isOneCall(): boolean {
    return this.#temporary !== undefined;
  }

  async intents(): Promise<readonly StepIntent[] | undefined> {
    const [temporary, made] = [this.#temporary, this.#made];
    if (temporary === undefined || made === undefined) return undefined;
    const old = contentFacts(this.old.handle.stat);
    return [{ type: "replace", path: this.path, temporary, made, old }];
  }

  async commit(): Promise<void> {
    const { named } = this;
    const { directory } = named;
    await requireUnchanged(named, this.old, this.services.locks);
    const [temporary, made] = [this.#temporary, this.#made];
    this.#isBegun = true;
    if (temporary !== undefined && made !== undefined) {
      try {
        const source = { directory, name: temporary };
        await withNameOf(named, temporary, () => renameEntry(source, named, { identity: made }));
        this.#temporary = undefined;
        this.separatedNames = this.#otherNames;
        return;
      } catch (error) {
        if (!isRenameImpossible(error)) throw error;
      }
    }
    await this.#writeInPlace();
  }

  async prepareRevert(): Promise<void> {
    const { named, old } = this;
    const isNew = this.#isBegun && !this.#isInPlace && isThere(await lookAt(named), this.#made);
    if (!isNew || this.#back !== undefined) return;
    if (old.bytes === undefined) throw tooLargeToTakeBack(named.path);
    const handle = await named.directory.openFile(named.name);
    const step = new Replacement(this.services, named, { handle, bytes: this.content }, old.bytes);
    try {
      await step.prepare();
    } catch (error) {
      await step.release();
      await handle.close();
      throw error;
    }
    this.#back = { handle, step };
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    return (await this.#back?.step.intents()) ?? [];
  }

  async revert(): Promise<void> {
    const { named, old } = this;
    if (!this.#isBegun) return;
    if (this.#isInPlace) return this.#restoreInPlace();
    const now = await lookAt(named);
    if (isThere(now, old.handle.stat.identity)) return;
    if (!isThere(now, this.#made)) {
      // If the temporary file still has its temporary name, the change was not made, and the current file does not come
      // from this change.
      if (now.type !== "unknown" && (await this.#hasTemporary())) return;
      throw changedMeanwhile(named.path);
    }
    await this.prepareRevert();
    await this.#back?.step.commit();
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { path, old } = this;
    const now = await lookAt(this.named);
    if (now.type === "unknown") return [{ path, state: "unknown" }];
    if (isThere(now, old.handle.stat.identity)) {
      const state = this.#isInPlace ? await this.#stateInPlace() : "old";
      const names = this.#isInPlace ? this.#linkedNames : [];
      return [path, ...names].map((each) => ({ path: each, state }));
    }
    return [{ path, state: isThere(now, this.#made) ? "new" : "changed" }];
  }

  async release({ kept }: ReleaseOptions = {}): Promise<readonly PathOutcome[]> {
    await this.#back?.step.release({ kept: kept === "revert" ? "commit" : undefined });
    await this.#back?.handle.close().catch(() => {});
    await this.#target?.close().catch(() => {});
    if (kept !== "commit") await this.#discardTemporary();
    return [];
  }

  async #hasTemporary(): Promise<boolean> {
    if (this.#temporary === undefined) return false;
    const look = await lookAt({ directory: this.named.directory, name: this.#temporary });
    return isThere(look, this.#made);
  }

  /** Returns whether a change of the content may affect all names of the file. */
  async #staysTogether(stat: FileStat): Promise<boolean> {
    const { directory, name, path } = this.named;
    const names = await namesBeside(directory, stat);
    if (names === undefined) return false;
    const folder = path.slice(0, path.length - name.length);
    const others = names.filter((other) => other !== name).map((other) => folder + other);
    if (!others.every((other) => this.services.mayReach(other))) return false;
    this.#linkedNames = others;
    return true;
  }

  async #discardTemporary(): Promise<void> {
    const temporary = this.#temporary;
    this.#temporary = undefined;
    if (temporary === undefined) return;
    await discardTemporary(this.named.directory, temporary, this.services.temporaries);
  }

  /**
   * Removes second names that a killed process left of this file, because they are not a reason to write it in place.
   */
  async #withoutLeftovers(known: FileStat): Promise<FileStat> {
    if (known.links === 1) return known;
    await this.services.temporaries.sweepLinks(this.named.directory, this.named.name, known.identity);
    const now = await this.named.directory.stat(this.named.name);
    return now?.identity === known.identity ? now : known;
  }

  /** Returns `undefined`, with nothing left on disk, where the file can only be written in place. */
  async #writeTemporary(target: FileStat): Promise<string | undefined> {
    const { directory } = this.named;
    try {
      return await underTemporaryName(this.named, this.services.temporaries, (temporary) =>
        writeNewFile(directory, temporary, { mode: initialMode(target.mode) }, async (handle) => {
          await handle.write(this.content, 0);
          const { owned, stat } = await setFacts(handle, target);
          if (!owned) throw new OwnerNotKept();
          this.#madeStat = stat;
        }),
      );
    } catch (error) {
      if (isRenameImpossible(error)) return undefined;
      throw error;
    }
  }

  async #writeInPlace(): Promise<void> {
    const target = this.#target as WriteHandle;
    const stat = await target.stat();
    if (stat.links > 1 && !(await this.#staysTogether(stat))) throw reachesFurther(this.path, stat.links);
    this.#isInPlace = true;
    await writeOver(target, this.content);
  }

  /** Writes the old content back, and reads it again to confirm that. */
  async #restoreInPlace(): Promise<void> {
    const { named, old, path } = this;
    if (old.bytes === undefined) throw tooLargeToTakeBack(path);
    if (await holdsContent(named, old.handle, old.bytes)) return;
    const failure = await writeOver(this.#target as WriteHandle, old.bytes).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failure !== undefined && !(await holdsContent(named, old.handle, old.bytes))) throw failure.error;
  }

  async #stateInPlace(): Promise<PathOutcome["state"]> {
    const { named, old, content } = this;
    try {
      if (old.bytes !== undefined && (await holdsContent(named, old.handle, old.bytes))) return "old";
      return (await holdsContent(named, old.handle, content)) ? "new" : "partly-changed";
    } catch {
      return "unknown";
    }
  }
}

/**
 * Overwrites the content of a file. Shortens the file only after all of the content is written, because the disk may be
 * full.
 */
async function writeOver(target: WriteHandle, content: Uint8Array): Promise<void> {
  await target.write(content, 0);
  await target.truncate(content.byteLength);
  await target.sync();
}

/** The temporary file would have another owner than the file that it replaces. */
class OwnerNotKept extends Error {}

/**
 * Returns whether a failure means that no file can take over this file's name, while the file itself may still be
 * written.
 */
function isRenameImpossible(error: unknown): boolean {
  if (error instanceof OwnerNotKept) return true;
  if (!ToolError.isInstance(error)) return false;
  const errno = (error.cause as { readonly code?: unknown } | undefined)?.code;
  return error.code === "access-denied" || errno === "EBUSY" || errno === "EXDEV";
}
