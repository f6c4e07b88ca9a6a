import {
  type DirectoryHandle,
  type FileStat,
  type FolderExtent,
  type PathOutcome,
  ToolError,
} from "../../../contract/index.js";
import { throwIfCancelled } from "../../cancellation.js";
import { readWholeFile } from "../../reading/index.js";
import type { ChangeServices, ChangeStep } from "../change-step.js";
import { isThere, lookAt, removeFile, renameEntry } from "../confirmed-calls.js";
import {
  type CopiedEntries,
  readLink,
  removeTree,
  requireCopied,
  temporaryName,
  withNameOf,
  writeImage,
} from "../entries/index.js";
import { type EntryImage, type FolderImage, fileImage, type NamedEntry } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile } from "../unchanged.js";

/** Content of a folder that is about to be removed. */
export interface FolderContent {
  /** Files, symlinks and everything else that is not a folder. */
  readonly files: number;
  /** Absent where the folder exceeds the limits of the trash. */
  readonly extent?: FolderExtent;
  /** Whether a protected path is below it. */
  readonly holdsProtected: boolean;
  /** Image to restore the folder from, and the stats of its entries; absent where that is too large or not possible. */
  readonly kept?: { readonly image: FolderImage; readonly entries: CopiedEntries } | undefined;
}

/**
 * Removes a folder with everything below it, through opened directories only: a symlink is removed, not its target.
 *
 * The folder first gets a temporary name, in one step; after a kill, the next change removes the rest. Then the folder
 * is compared with the kept content and removed. When that fails halfway, the removed entries are restored, as far as
 * they were kept.
 */
export class FolderRemoval implements ChangeStep {
  readonly path: string;
  readonly directories: readonly DirectoryHandle[] = [];
  readonly #aside: Pick<NamedEntry, "directory" | "name">;
  #isBegun = false;
  // Whether some entries may already be removed.
  #isPartial = false;

  constructor(
    private readonly services: ChangeServices,
    private readonly named: NamedEntry,
    private readonly options: { readonly expected: FileStat; readonly content: FolderContent },
  ) {
    this.path = named.path;
    this.#aside = { directory: named.directory, name: temporaryName(named.name) };
  }

  async prepare(): Promise<void> {
    const { directory, name } = this.named;
    const now = await directory.stat(name);
    if (now?.identity !== this.options.expected.identity) throw changedMeanwhile(this.path);
  }

  async intents(): Promise<readonly StepIntent[]> {
    const old = contentFacts(this.options.expected);
    return [{ type: "remove", path: this.path, aside: this.#aside.name, old }];
  }

  async commit(): Promise<void> {
    const { named } = this;
    const { directory, name } = this.#aside;
    const { expected, content } = this.options;
    this.#isBegun = true;
    await withNameOf(named, name, async () => {
      await renameEntry(named, this.#aside, { identity: expected.identity });
      if (content.kept !== undefined) await requireCopied(directory, name, content.kept.entries);
      await removeTree(directory, name, async (folder, entry) => {
        // A folder that cannot be restored is removed completely: half of a folder is useless.
        if (content.kept !== undefined) throwIfCancelled(this.services.signal);
        this.#isPartial = true;
        await removeFile({ directory: folder, name: entry });
      });
    });
    // If a power failure undoes a removal, nothing is lost.
    await directory.sync().catch(() => {});
  }

  /**
   * Restores the removed entries under the temporary name: while the folder has that name, the removal can still be
   * completed.
   */
  async prepareRevert(): Promise<void> {
    const { kept } = this.options.content;
    if (kept === undefined || !this.#isPartial) return;
    const { directory, name } = this.#aside;
    await writeImage(directory, name, kept.image, { existing: "keep" });
    this.#isPartial = false;
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    const aside = await lookAt(this.#aside);
    if (aside.type === "unknown") throw changedMeanwhile(this.path);
    if (aside.type === "absent") return [];
    return [{ type: "restore", path: this.path, aside: this.#aside.name, identity: aside.stat.identity }];
  }

  async revert(): Promise<void> {
    if (!this.#isBegun) return;
    const [now, aside] = await Promise.all([lookAt(this.named), lookAt(this.#aside)]);
    if (now.type === "unknown" || aside.type === "unknown") throw changedMeanwhile(this.path);
    if (now.type === "there" && aside.type === "absent") return;
    await this.prepareRevert();
    const { directory, name } = this.#aside;
    const found = await directory.stat(name);
    if (found === undefined) throw changedMeanwhile(this.path);
    await renameEntry(this.#aside, this.named, { identity: found.identity, whenTaken: "refuse" });
    if (this.#isPartial) throw changedMeanwhile(this.path);
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { path } = this;
    const [now, aside] = await Promise.all([lookAt(this.named), lookAt(this.#aside)]);
    if (now.type === "unknown" || aside.type === "unknown") return [{ path, state: "unknown" }];
    // Another process may have created the name again: then the content is under the temporary name only.
    const kept = aside.type === "there" ? { keptAs: this.#aside.name } : {};
    if (now.type === "absent")
      return [{ path, state: aside.type === "there" ? "set-aside" : "new", ...kept }];
    if (isThere(now, this.options.expected.identity))
      return [{ path, state: this.#isPartial ? "partly-changed" : "old", ...kept }];
    return [{ path, state: "changed", ...kept }];
  }

  async release(): Promise<readonly PathOutcome[]> {
    return [];
  }
}

/** Returns the image of an entry; `undefined` where it cannot be read, is too large, or is a special file. */
export async function imageOf(
  { directory, name, path }: NamedEntry,
  stat: FileStat,
  maxBytes: number,
): Promise<Exclude<EntryImage, FolderImage> | undefined> {
  try {
    if (stat.type === "symlink") return { type: "symlink", target: await readLink(directory, name) };
    if (stat.type !== "file") return undefined;
    const handle = await directory.openFile(name);
    try {
      return fileImage(handle.stat, await readWholeFile(handle, path, maxBytes));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const isExpected =
      ToolError.isInstance(error) &&
      ["access-denied", "file-too-large", "not-supported"].includes(error.code);
    if (isExpected) return undefined;
    throw error;
  }
}
