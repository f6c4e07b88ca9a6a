import { type DirectoryHandle, type FileStat, type PathOutcome, ToolError } from "../../../contract/index.js";
import type { ChangeServices, ChangeStep, RecordIntents, ReleaseOptions } from "../change-step.js";
import { isAcrossVolumes, isThere, type Look, lookAt, removeFile, renameEntry } from "../confirmed-calls.js";
import { type OpenedFolder, openFolder } from "../entries/index.js";
import { fileImage, type NamedEntry, type ReplacedFile } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, createdMeanwhile, requireUnchanged } from "../unchanged.js";
import { CopiedMove } from "./copied-move.js";
import { Creation } from "./creation.js";

/** Source and destination of a move. */
export interface RelocationOptions {
  readonly from: NamedEntry;
  /** Stat of the entry to move. */
  readonly expected: FileStat;
  /** Real path of the destination. */
  readonly to: string;
  /** The file that has the new name and will be replaced. Without it, nothing is replaced. */
  readonly replaced?: ReplacedFile | undefined;
  /** The new name differs only in letter case, on a volume that ignores case. */
  readonly changesCaseOnly?: boolean;
  /** Behaviour when the destination is on another volume. Default `"copy"`. */
  readonly acrossVolumes?: "copy" | "refuse";
}

/**
 * Moves a file, symlink or folder, and creates the parent folders of its destination. Replaces nothing except the given
 * file.
 *
 * Renames within a volume; uses a {@link CopiedMove} across volumes.
 */
export class Relocation implements ChangeStep {
  readonly path: string;
  /** Folders that were created for the path, the uppermost first. Known after `prepare`. */
  madeFolders: readonly string[] = [];
  // One system call or two: a single move is noted in both cases.
  readonly isDurablyNoted = true;
  #copy: CopiedMove | undefined;
  #replacedAgain: Creation | undefined;
  // Whether it may already have its new name.
  #isBegun = false;
  #folder: OpenedFolder | undefined;
  #committed = false;

  constructor(
    private readonly services: ChangeServices,
    private readonly options: RelocationOptions,
  ) {
    this.path = options.to;
  }

  get directories(): readonly DirectoryHandle[] {
    const { directory } = this.options.from;
    return this.#folder === undefined ? [directory] : [this.#folder.directory, directory];
  }

  async prepare(): Promise<void> {
    const { files } = this.services;
    const { to, from, expected } = this.options;
    const now = await from.directory.stat(from.name);
    if (now?.identity !== expected.identity) throw changedMeanwhile(from.path);
    this.#folder = await openFolder(files, files.path.dirname(to));
    this.madeFolders = this.#folder.created;
    // A rename would bypass the read-only flag of a file.
    if (this.options.replaced !== undefined) {
      const { directory, name } = this.#named();
      await (await directory.openForWriting(name)).close();
    }
  }

  async intents(): Promise<readonly StepIntent[] | undefined> {
    const { from, to, expected, replaced, changesCaseOnly } = this.options;
    if (changesCaseOnly === true) return undefined;
    return [
      {
        type: "move",
        path: to,
        from: from.path,
        old: contentFacts(expected),
        ...(replaced === undefined ? {} : { replaced: contentFacts(replaced.handle.stat) }),
      },
    ];
  }

  async commit(record?: RecordIntents): Promise<void> {
    const { from, expected, replaced, changesCaseOnly } = this.options;
    const to = this.#named();
    if (replaced !== undefined) await requireUnchanged(to, replaced, this.services.locks);
    else if (changesCaseOnly !== true) await requireFree(to);
    this.#isBegun = true;
    try {
      await this.#rename();
    } catch (error) {
      if (!isAcrossVolumes(error) || this.options.acrossVolumes === "refuse") throw error;
      this.#copy = new CopiedMove(this.services, {
        from,
        to,
        expected,
        replaced,
      });
      await this.#copy.commit(record);
    }
    this.#committed = true;
  }

  /** Writes the replaced file before its name is freed: on a full disk, nothing is moved back without it. */
  async prepareRevert(): Promise<void> {
    if (!this.#isBegun) return;
    if (this.#copy !== undefined) return this.#copy.prepareRevert();
    const { expected, replaced, to } = this.options;
    if (replaced === undefined || this.#replacedAgain !== undefined) return;
    if (!isThere(await lookAt(this.#named()), expected.identity)) return;
    if (replaced.bytes === undefined) throw changedMeanwhile(to);
    const step = new Creation(this.services, to, fileImage(replaced.handle.stat, replaced.bytes));
    try {
      await step.prepare();
    } catch (error) {
      await step.release();
      throw error;
    }
    this.#replacedAgain = step;
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    const { from, to, expected, changesCaseOnly } = this.options;
    if (!this.#isBegun || changesCaseOnly === true) return [];
    if (this.#copy !== undefined) return this.#copy.revertIntents();
    const target = await lookAt(this.#named());
    if (target.type === "unknown") throw changedMeanwhile(to);
    if (target.type === "absent" || target.stat.identity !== expected.identity) return [];
    const back = { type: "move", path: from.path, from: to, old: contentFacts(target.stat) } as const;
    return [back, ...((await this.#replacedAgain?.intents()) ?? [])];
  }

  async revert(): Promise<void> {
    this.#committed = false;
    if (!this.#isBegun) return;
    if (this.#copy !== undefined) return this.#copy.revert();
    const { from, expected, changesCaseOnly } = this.options;
    const { identity } = expected;
    const to = this.#named();
    if (changesCaseOnly === true) return this.#revertCase();
    const [source, target] = await Promise.all([lookAt(from), lookAt(to)]);
    if (source.type === "unknown" || target.type === "unknown") throw changedMeanwhile(to.path);
    // Not moved, or missing from both paths, which this change did not cause.
    if (!isThere(target, identity)) return;
    // Both names exist: the move was interrupted after it created the new one.
    if (isThere(source, identity)) return removeFile(to);
    await this.#moveBack(to);
  }

  settle(): Promise<readonly PathOutcome[]> {
    return this.#copy?.settle() ?? Promise.resolve([]);
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { from, expected, replaced, to: path } = this.options;
    if (this.#copy !== undefined) return this.#copy.outcomes();
    if (this.#folder === undefined) {
      return [
        { path: from.path, state: "old" },
        { path, state: "old" },
      ];
    }
    const [source, target] = await Promise.all([lookAt(from), lookAt(this.#named())]);
    const stateOf = (look: Look, old: string | undefined, made: string | undefined) => {
      if (look.type === "unknown") return "unknown";
      const found = look.type === "absent" ? undefined : look.stat.identity;
      return found === old ? "old" : found === made ? "new" : "changed";
    };
    return [
      { path: from.path, state: stateOf(source, expected.identity, undefined) },
      { path, state: stateOf(target, replaced?.handle.stat.identity, expected.identity) },
    ];
  }

  async release({ kept }: ReleaseOptions = {}): Promise<readonly PathOutcome[]> {
    if (this.#folder === undefined) return [];
    await this.#replacedAgain?.release({ kept: kept === "revert" ? "commit" : undefined });
    await this.#copy?.release({ kept });
    const left = this.#committed || kept !== undefined ? [] : await this.#folder.undo();
    await this.#folder.close();
    return left;
  }

  async #rename(): Promise<void> {
    const { from, expected, replaced, changesCaseOnly } = this.options;
    const to = this.#named();
    const replaces = replaced !== undefined || changesCaseOnly === true;
    try {
      if (changesCaseOnly === true) {
        // Both names lead to one file: a lookup could not tell whether the rename happened.
        await from.directory.rename(from.name, { directory: to.directory, name: to.name });
        return;
      }
      const whenTaken = replaces ? "replace" : "refuse";
      await renameEntry(from, to, { identity: expected.identity, whenTaken });
    } catch (error) {
      const taken = ToolError.isInstance(error) && error.code === "already-exists";
      throw taken ? createdMeanwhile(to.path) : error;
    }
  }

  async #revertCase(): Promise<void> {
    const { from } = this.options;
    const to = this.#named();
    await to.directory.rename(to.name, { directory: from.directory, name: from.name });
  }

  async #moveBack(to: NamedEntry): Promise<void> {
    const { from, expected } = this.options;
    await this.prepareRevert();
    await renameEntry(to, from, { identity: expected.identity, whenTaken: "refuse" });
    await this.#replacedAgain?.commit();
  }

  #named(): NamedEntry {
    const { to } = this.options;
    const { directory } = this.#folder as OpenedFolder;
    return { directory, name: this.services.files.path.basename(to), path: to };
  }
}

async function requireFree({ directory, name, path }: NamedEntry): Promise<void> {
  if ((await directory.stat(name)) !== undefined) throw createdMeanwhile(path);
}
