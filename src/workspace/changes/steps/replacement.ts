import {
  type DirectoryHandle,
  type FileStat,
  type PathOutcome,
  type ReadHandle,
  ToolError,
  type WriteHandle,
} from "../../../contract/index.js";
import { holdsBytes } from "../../reading/index.js";
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
import type { FilePlace, ReplacedFile } from "../file-place.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, requireUnchanged } from "../unchanged.js";

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
  separatedNames = 0;
  #target: WriteHandle | undefined;
  #temporary: string | undefined;
  // Identity of the temporary file, under whichever name.
  #made: string | undefined;
  // Whether the file may have its new content.
  #isBegun = false;
  #isInPlace = false;
  #otherNames = 0;
  #back: { readonly handle: ReadHandle; readonly step: Replacement } | undefined;

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
    const known = await this.#withoutLeftovers(this.old.handle.stat);
    this.#otherNames = known.links - 1;
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
    const { place } = this;
    const { directory } = place;
    await requireUnchanged(place, this.old, this.services.locks);
    const [temporary, made] = [this.#temporary, this.#made];
    this.#isBegun = true;
    if (temporary !== undefined && made !== undefined) {
      try {
        const source = { directory, name: temporary };
        await withNameOf(place, temporary, () => renameEntry(source, place, { identity: made }));
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
    const { place, old } = this;
    const isNew = this.#isBegun && !this.#isInPlace && isThere(await lookAt(place), this.#made);
    if (!isNew || this.#back !== undefined) return;
    if (old.bytes === undefined) throw tooLargeToTakeBack(place.path);
    const handle = await place.directory.openFile(place.name);
    const step = new Replacement(this.services, place, { handle, bytes: this.content }, old.bytes);
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
    const { place, old } = this;
    if (!this.#isBegun) return;
    if (this.#isInPlace) return this.#restoreInPlace();
    const now = await lookAt(place);
    if (isThere(now, old.handle.stat.identity)) return;
    if (!isThere(now, this.#made)) {
      // Where the temporary file has kept its name, the change was not made, and what is there is not this change's.
      if (now.type !== "unknown" && (await this.#hasTemporary())) return;
      throw changedMeanwhile(place.path);
    }
    await this.prepareRevert();
    await this.#back?.step.commit();
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { path, old } = this;
    const now = await lookAt(this.place);
    if (now.type === "unknown") return [{ path, state: "unknown" }];
    if (isThere(now, old.handle.stat.identity)) {
      return [{ path, state: this.#isInPlace ? await this.#stateInPlace() : "old" }];
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
    const look = await lookAt({ directory: this.place.directory, name: this.#temporary });
    return isThere(look, this.#made);
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
    if (temporary === undefined) return;
    await discardTemporary(this.place.directory, temporary, this.services.temporaries);
  }

  /** A second name that a killed process left of this file is no reason to write it in place. */
  async #withoutLeftovers(known: FileStat): Promise<FileStat> {
    if (known.links === 1) return known;
    await this.services.temporaries.sweepLinks(this.place.directory, this.place.name, known.identity);
    const now = await this.place.directory.stat(this.place.name);
    return now?.identity === known.identity ? now : known;
  }

  /** Gives `undefined`, with nothing left behind, where only writing in place will do. */
  async #writeTemporary(target: FileStat): Promise<string | undefined> {
    const { directory } = this.place;
    try {
      return await underTemporaryName(this.place, this.services.temporaries, (temporary) =>
        writeNewFile(directory, temporary, { mode: initialMode(target.mode) }, async (handle) => {
          await handle.write(this.content, 0);
          if (!(await setFacts(handle, target))) throw new OwnerNotKept();
          this.#made = (await handle.stat()).identity;
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

  /** Writes the old content back, and reads it again before it calls that done. */
  async #restoreInPlace(): Promise<void> {
    const { old, path } = this;
    if (old.bytes === undefined) throw tooLargeToTakeBack(path);
    if (await holdsBytes(old.handle, old.bytes)) return;
    const failure = await writeOver(this.#target as WriteHandle, old.bytes).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failure !== undefined && !(await holdsBytes(old.handle, old.bytes))) throw failure.error;
  }

  async #stateInPlace(): Promise<PathOutcome["state"]> {
    const { old, content } = this;
    try {
      if (old.bytes !== undefined && (await holdsBytes(old.handle, old.bytes))) return "old";
      return (await holdsBytes(old.handle, content)) ? "new" : "partly-changed";
    } catch {
      return "unknown";
    }
  }
}

/** Writes content over that of a file. Cuts nothing off before all of the content is written: the disk may be full. */
async function writeOver(target: WriteHandle, content: Uint8Array): Promise<void> {
  await target.write(content, 0);
  await target.truncate(content.byteLength);
  await target.sync();
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
