import { type DirectoryHandle, type FileStat, ToolError, type WriteHandle } from "../../contract/index.js";
import type { ChangeServices, ChangeStep } from "./change-step.js";
import type { FilePlace, ReplacedFile } from "./file-place.js";
import { namesBeside } from "./names-beside.js";
import { contentFacts, type StepIntent } from "./step-intent.js";
import { initialMode, setFacts, underTemporaryName, writeNewFile } from "./temporary-file.js";
import { changedMeanwhile, requireUnchanged } from "./unchanged.js";

/**
 * Puts new content in the place of an existing file, all of it or nothing.
 *
 * The content goes to a temporary file beside it, with the mode and owner of the old one, is synced, and takes the name by
 * a rename: whoever opens the file sees the old or the new content, also after a crash. Right before, the old file is
 * compared once more (`stale-file` if somebody changed it meanwhile).
 *
 * The rename takes the name away from a file with several names (hard links): the other names keep the old content. A package
 * manager links its store into projects that way, and an edit must not reach the store. Only where all names lie in the folder
 * of the file, and a change may reach each of them, do they stay together.
 *
 * Then, and where a rename is not possible (a mount of this one file, a folder that takes no new files, an owner that cannot be
 * kept), the file is written in place, and a crash in the middle can leave a part of the new content. Extended attributes and
 * access control lists live on in that case only. A file with names elsewhere is never written in place: `access-denied`.
 *
 * A read-only file is refused with `access-denied`, although a rename could get around that.
 */
export class Replacement implements ChangeStep {
  readonly path: string;
  readonly directories: readonly DirectoryHandle[];
  #target: WriteHandle | undefined;
  #temporary: string | undefined;

  constructor(
    private readonly services: ChangeServices,
    private readonly place: FilePlace,
    private readonly old: ReplacedFile,
    private readonly content: Uint8Array,
  ) {
    this.path = place.path;
    this.directories = [place.directory];
  }

  async prepare(): Promise<void> {
    const { directory, name, path } = this.place;
    const { stat: known } = this.old.handle;
    const staysTogether = known.links > 1 && (await this.#staysTogether(known));
    // Side by side: each is some trips to the disk, and neither needs the other.
    const [target, temporary] = await Promise.allSettled([
      directory.openForWriting(name),
      staysTogether ? undefined : this.#writeTemporary(known),
    ]);
    // Noted before anything is thrown, so that it is closed and removed.
    if (temporary.status === "fulfilled") this.#temporary = temporary.value;
    if (target.status === "rejected") throw target.reason;
    this.#target = target.value;
    if (temporary.status === "rejected") throw temporary.reason;
    const stat = await target.value.stat();
    if (stat.identity !== known.identity) throw changedMeanwhile(path);
  }

  async intent(): Promise<StepIntent | undefined> {
    const temporary = this.#temporary;
    if (temporary === undefined) return undefined;
    const made = await this.place.directory.stat(temporary);
    if (made === undefined) return undefined;
    const old = contentFacts(this.old.handle.stat);
    return { type: "replace", path: this.path, temporary, made: made.identity, old };
  }

  async commit(): Promise<void> {
    const { directory, name } = this.place;
    await requireUnchanged(this.place, this.old, this.services.locks);
    if (this.#temporary !== undefined) {
      try {
        await directory.rename(this.#temporary, { name });
        this.#temporary = undefined;
        return;
      } catch (error) {
        if (!isRenameImpossible(error)) throw error;
      }
    }
    await this.#writeInPlace();
  }

  async revert(): Promise<void> {
    const { place, old, content } = this;
    if (old.bytes === undefined) throw tooLargeToTakeBack(place.path);
    const handle = await place.directory.openFile(place.name);
    const back = new Replacement(this.services, place, { handle, bytes: content }, old.bytes);
    try {
      await back.prepare();
      await back.commit();
    } finally {
      await back.release();
      await handle.close();
    }
  }

  async release(): Promise<void> {
    await this.#target?.close().catch(() => {});
    await this.#discardTemporary();
  }

  /** Whether a change of the content may reach all names of the file. */
  async #staysTogether(stat: FileStat): Promise<boolean> {
    const { directory, name, path } = this.place;
    const names = await namesBeside(directory, stat);
    if (names === undefined) return false;
    const folder = path.slice(0, path.length - name.length);
    return names.every((other) => other === name || this.services.mayReach(folder + other));
  }

  async #discardTemporary(): Promise<void> {
    const temporary = this.#temporary;
    this.#temporary = undefined;
    if (temporary !== undefined) await this.place.directory.removeFile(temporary).catch(() => {});
  }

  /** Gives `undefined`, with nothing left behind, where only writing in place will do. */
  async #writeTemporary(target: FileStat): Promise<string | undefined> {
    const { directory } = this.place;
    try {
      return await underTemporaryName(this.place, this.services.temporaries, (temporary) =>
        writeNewFile(directory, temporary, { mode: initialMode(target.mode) }, async (handle) => {
          await handle.write(this.content, 0);
          if (!(await setFacts(handle, target))) throw new OwnerNotKept();
        }),
      );
    } catch (error) {
      if (isRenameImpossible(error)) return undefined;
      throw error;
    }
  }

  async #writeInPlace(): Promise<void> {
    const { content, old } = this;
    const target = this.#target as WriteHandle;
    const stat = await target.stat();
    if (stat.links > 1 && !(await this.#staysTogether(stat))) throw reachesFurther(this.path, stat.links);
    try {
      await target.write(content, 0);
      await target.truncate(content.byteLength);
      await target.sync();
    } catch (error) {
      if (old.bytes !== undefined) {
        await target.write(old.bytes, 0).catch(() => {});
        await target.truncate(old.bytes.byteLength).catch(() => {});
      }
      throw error;
    }
  }
}

/** The temporary file would belong to somebody else than the file it replaces. */
class OwnerNotKept extends Error {}

/** Whether a failure says that no file can take this one's name, while the file itself may still be written. */
function isRenameImpossible(error: unknown): boolean {
  if (error instanceof OwnerNotKept) return true;
  if (!ToolError.isInstance(error)) return false;
  const errno = (error.cause as { readonly code?: unknown } | undefined)?.code;
  return error.code === "access-denied" || errno === "EBUSY" || errno === "EXDEV";
}

/** The content would change under names that nobody judged. */
function reachesFurther(path: string, names: number): ToolError {
  return new ToolError(
    `'${path}' is one of ${names} names of the same file (hard links), and a change would reach those that lie elsewhere. The link cannot be broken either: the folder takes no new files, or the owner cannot be kept. Nothing was changed. Copy the file to another name and change the copy.`,
    { code: "access-denied", absolutePath: path },
  );
}

function tooLargeToTakeBack(path: string): ToolError {
  return new ToolError(`'${path}' was too large for its old content to be kept.`, {
    code: "file-too-large",
    absolutePath: path,
  });
}
