import { type DirectoryHandle, type FileStat, type PathOutcome, ToolError } from "../../../contract/index.js";
import type { ChangeServices, ChangeStep, ReleaseOptions } from "../change-step.js";
import { isThere, lookAt, renameEntry } from "../confirmed-calls.js";
import {
  discardTemporary,
  type OpenedFolder,
  openFolder,
  removeTree,
  temporaryName,
  underTemporaryName,
  withNameOf,
  writeImage,
} from "../entries/index.js";
import type { EntryImage, FolderImage, NamedEntry } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, createdMeanwhile } from "../unchanged.js";

/**
 * Creates a file, symlink or folder that does not exist yet, completely or not at all, with its parent folders.
 *
 * Everything is written under a temporary name and then renamed to its name by a rename that replaces nothing
 * (`already-exists` when the name was taken meanwhile).
 */
export class Creation implements ChangeStep {
  /** Folders that were created for the path, the uppermost first. Known after `prepare`. */
  madeFolders: readonly string[] = [];
  /**
   * Identities of the folders that replace earlier ones, by the identities of the earlier ones. Known after `prepare`.
   */
  readonly remadeFolders = new Map<string, string>();
  #folder: OpenedFolder | undefined;
  #temporary: string | undefined;
  #made: FileStat | undefined;
  #committed = false;

  /** @param path - real path of the entry to create */
  constructor(
    private readonly services: ChangeServices,
    readonly path: string,
    private readonly image: EntryImage,
  ) {}

  get directories(): readonly DirectoryHandle[] {
    return this.#folder === undefined ? [] : [this.#folder.directory];
  }

  async prepare(): Promise<void> {
    const { files, temporaries } = this.services;
    this.#folder = await openFolder(files, files.path.dirname(this.path));
    this.madeFolders = this.#folder.created;
    const { image } = this;
    const named = this.#named();
    const { directory } = named;
    this.#temporary = await underTemporaryName(named, temporaries, async (temporary) => {
      await writeImage(directory, temporary, image, { existing: "refuse" });
      this.#made = await directory.stat(temporary);
      if (this.#made === undefined) throw changedMeanwhile(this.path);
      if (image.type === "directory") await noteRemade(directory, temporary, image, this.remadeFolders);
    });
  }

  async intents(): Promise<readonly StepIntent[] | undefined> {
    const [temporary, made] = [this.#temporary, this.#made];
    if (temporary === undefined || made === undefined) return undefined;
    return [{ type: "create", path: this.path, temporary, made: made.identity }];
  }

  async commit(): Promise<void> {
    const named = this.#named();
    const { directory, name } = named;
    const [temporary, made] = [this.#temporary, this.#made];
    if (temporary === undefined || made === undefined) throw changedMeanwhile(this.path);
    if ((await directory.stat(name)) !== undefined) throw createdMeanwhile(this.path);
    const options = { identity: made.identity, whenTaken: "refuse" } as const;
    try {
      await withNameOf(named, temporary, () => renameEntry({ directory, name: temporary }, named, options));
    } catch (error) {
      const taken = ToolError.isInstance(error) && error.code === "already-exists";
      throw taken ? createdMeanwhile(this.path) : error;
    }
    this.#temporary = undefined;
    this.#committed = true;
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    const { path } = this;
    const named = this.#named();
    const now = await lookAt(named);
    if (now.type === "unknown") throw changedMeanwhile(path);
    if (now.type === "absent" || now.stat.identity !== this.#made?.identity) return [];
    return [{ type: "remove", path, aside: temporaryName(named.name), old: contentFacts(now.stat) }];
  }

  async revert(): Promise<void> {
    const named = this.#named();
    const now = await lookAt(named);
    if (now.type === "unknown") throw changedMeanwhile(this.path);
    if (isThere(now, this.#made?.identity)) await removeTree(named.directory, named.name);
    else if (this.#committed && now.type === "there") throw changedMeanwhile(this.path);
    this.#committed = false;
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { path } = this;
    if (this.#folder === undefined) return [{ path, state: "old" }];
    const now = await lookAt(this.#named());
    if (now.type === "unknown") return [{ path, state: "unknown" }];
    if (now.type === "absent") return [{ path, state: "old" }];
    return [{ path, state: isThere(now, this.#made?.identity) ? "new" : "changed" }];
  }

  async release({ kept }: ReleaseOptions = {}): Promise<readonly PathOutcome[]> {
    const folder = this.#folder;
    if (folder === undefined) return [];
    const { directory } = folder;
    const temporary = this.#temporary;
    if (temporary !== undefined && kept !== "commit") {
      await discardTemporary(directory, temporary, this.services.temporaries);
    }
    const left = this.#committed || kept !== undefined ? [] : await folder.undo();
    await folder.close();
    return left;
  }

  #named(): NamedEntry {
    const { directory } = this.#folder as OpenedFolder;
    return { directory, name: this.services.files.path.basename(this.path), path: this.path };
  }
}

async function noteRemade(
  parent: DirectoryHandle,
  name: string,
  image: FolderImage,
  remade: Map<string, string>,
): Promise<void> {
  const folder = await parent.openDirectory(name);
  try {
    const now = await parent.stat(name);
    if (image.identity !== undefined && now !== undefined) remade.set(image.identity, now.identity);
    for (const entry of image.entries) {
      if (entry.image.type === "directory") await noteRemade(folder, entry.name, entry.image, remade);
    }
  } finally {
    await folder.close();
  }
}
