import { type DirectoryHandle, type FileStat, ToolError } from "../../contract/index.js";
import type { ChangeServices, ChangeStep } from "./change-step.js";
import { type CopiedEntries, copyEntry, removeCopied } from "./copy-entry.js";
import { Creation } from "./creation.js";
import { type FilePlace, fileImage, type ReplacedFile } from "./file-place.js";
import { type OpenedFolder, openFolder } from "./parent-folders.js";
import { removeTree } from "./remove-tree.js";
import { underTemporaryName } from "./temporary-file.js";
import { changedMeanwhile, createdMeanwhile, requireUnchanged } from "./unchanged.js";

/** What moves, and where to. */
export interface RelocationOptions {
  readonly from: FilePlace;
  /** What is to move. */
  readonly expected: FileStat;
  /** Real path of the new place. */
  readonly to: string;
  /** The file that has the new name and is to be replaced. Without it, nothing is. */
  readonly replaced?: ReplacedFile;
  /** The new name differs in letter case only, on a volume where that is the same name. */
  readonly changesCaseOnly?: boolean;
}

/**
 * Moves a file, symlink or folder, with the folders above its new place. Replaces nothing but the file it was told to.
 *
 * By a rename within a volume. Across volumes it is copied under a temporary name beside its new place, synced, renamed,
 * and then removed from its old one: a kill in between leaves both. A file of a folder that changes during that time stays
 * where it is, and the error names it.
 */
export class Relocation implements ChangeStep {
  readonly path: string;
  /** The folders that were made on the way, the uppermost first; known after `prepare`. */
  madeFolders: readonly string[] = [];
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
    // A rename would get around a file that is read-only.
    if (this.options.replaced !== undefined) {
      const { directory, name } = this.#place();
      await (await directory.openForWriting(name)).close();
    }
  }

  async commit(): Promise<void> {
    const { from, replaced, changesCaseOnly } = this.options;
    const to = this.#place();
    if (replaced !== undefined) await requireUnchanged(to, replaced, this.services.locks);
    else if (changesCaseOnly !== true) await requireFree(to);
    const replaces = replaced !== undefined || changesCaseOnly === true;
    try {
      await renameTo(from, to, replaces ? "replace" : "refuse");
    } catch (error) {
      if (!isAcrossVolumes(error)) throw error;
      await this.#moveByCopy(to);
    }
    this.#committed = true;
  }

  async revert(): Promise<void> {
    const { from, replaced, changesCaseOnly = false } = this.options;
    const to = this.#place();
    const expected = await to.directory.stat(to.name);
    if (expected === undefined) throw changedMeanwhile(to.path);
    // What is being taken back is no longer to be cancelled.
    const services = { ...this.services, signal: new AbortController().signal };
    const back = new Relocation(services, { from: to, expected, to: from.path, changesCaseOnly });
    try {
      await back.prepare();
      await back.commit();
    } finally {
      await back.release();
    }
    this.#committed = false;
    if (replaced !== undefined && replaced.bytes === undefined) throw changedMeanwhile(to.path);
    await this.#restoreReplaced();
  }

  async release(): Promise<void> {
    if (this.#folder === undefined) return;
    if (!this.#committed) await this.#folder.undo();
    await this.#folder.close();
  }

  async #moveByCopy(to: FilePlace): Promise<void> {
    const { temporaries, signal } = this.services;
    const { from, replaced } = this.options;
    let copied: CopiedEntries = new Map();
    const temporary = await underTemporaryName(to, temporaries, async (name) => {
      copied = await copyEntry(from.directory, from.name, { directory: to.directory, name }, signal);
    });
    try {
      if (replaced !== undefined) await requireUnchanged(to, replaced, this.services.locks);
      await renameTo({ ...to, name: temporary }, to, replaced === undefined ? "refuse" : "replace");
    } catch (error) {
      await removeTree(to.directory, temporary).catch(() => {});
      throw error;
    }
    try {
      await to.directory.sync();
      await removeCopied(from.directory, from.name, copied);
    } catch (error) {
      const { expected } = this.options;
      const left = await from.directory.stat(from.name);
      if (left === undefined) return;
      // Of a folder, a part may be gone from its old place by now.
      const isWhole = expected.type !== "directory" && left.identity === expected.identity;
      const canRestore = replaced === undefined || replaced.bytes !== undefined;
      if (!isWhole || !canRestore) throw copyLeft(from.path, to.path, error);
      await to.directory.removeFile(to.name);
      await this.#restoreReplaced();
      throw error;
    }
  }

  async #restoreReplaced(): Promise<void> {
    const { to, replaced } = this.options;
    if (replaced?.bytes === undefined) return;
    const step = new Creation(this.services, to, fileImage(replaced.handle.stat, replaced.bytes));
    try {
      await step.prepare();
      await step.commit();
    } finally {
      await step.release();
    }
  }

  #place(): FilePlace {
    const { to } = this.options;
    const { directory } = this.#folder as OpenedFolder;
    return { directory, name: this.services.files.path.basename(to), path: to };
  }
}

async function requireFree({ directory, name, path }: FilePlace): Promise<void> {
  if ((await directory.stat(name)) !== undefined) throw createdMeanwhile(path);
}

async function renameTo(from: FilePlace, to: FilePlace, whenTaken: "replace" | "refuse"): Promise<void> {
  try {
    await from.directory.rename(from.name, { directory: to.directory, name: to.name, whenTaken });
  } catch (error) {
    const taken = ToolError.isInstance(error) && error.code === "already-exists";
    throw taken ? createdMeanwhile(to.path) : error;
  }
}

function isAcrossVolumes(error: unknown): boolean {
  if (!ToolError.isInstance(error)) return false;
  return (error.cause as { readonly code?: unknown } | undefined)?.code === "EXDEV";
}

function copyLeft(from: string, to: string, error: unknown): ToolError {
  const cause = ToolError.isInstance(error) ? error : undefined;
  return new ToolError(
    `'${from}' was copied to '${to}', on another volume, but could not all be removed from its old place: ${cause?.message ?? "the removal failed."} What is left there was not lost; compare the two before you remove either.`,
    { code: cause?.code ?? "io-error", absolutePath: from, cause: error },
  );
}
