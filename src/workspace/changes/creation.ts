import { type DirectoryHandle, ToolError } from "../../contract/index.js";
import type { ChangeServices, ChangeStep } from "./change-step.js";
import type { EntryImage, FilePlace, FolderImage } from "./file-place.js";
import { type OpenedFolder, openFolder } from "./parent-folders.js";
import { removeTree } from "./remove-tree.js";
import type { StepIntent } from "./step-intent.js";
import { underTemporaryName } from "./temporary-file.js";
import { changedMeanwhile, createdMeanwhile } from "./unchanged.js";
import { makeSymlink, writeImage } from "./write-image.js";

/**
 * Makes a file, symlink or folder that is not there yet, all of it or nothing, with the folders above it.
 *
 * Everything is written under a temporary name, and gets its own by a rename that replaces nothing (`already-exists` when
 * the name was taken meanwhile).
 */
export class Creation implements ChangeStep {
  /** The folders that were made on the way, the uppermost first; known after `prepare`. */
  madeFolders: readonly string[] = [];
  /** The identities of folders that stand for earlier ones, by those of the earlier ones; known after `prepare`. */
  readonly remadeFolders = new Map<string, string>();
  #folder: OpenedFolder | undefined;
  #temporary: string | undefined;
  #identity: string | undefined;
  #committed = false;

  /** @param path - real path of what is to be made */
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
    // A symlink comes into being whole.
    if (image.type === "symlink") return;
    const place = this.#place();
    this.#temporary = await underTemporaryName(place, temporaries, (temporary) =>
      writeImage(place.directory, temporary, image, { existing: "refuse" }),
    );
    this.#identity = (await place.directory.stat(this.#temporary))?.identity;
    if (image.type === "directory") {
      await noteRemade(place.directory, this.#temporary, image, this.remadeFolders);
    }
  }

  async intent(): Promise<StepIntent | undefined> {
    const [temporary, made] = [this.#temporary, this.#identity];
    if (temporary === undefined || made === undefined) return undefined;
    return { type: "create", path: this.path, temporary, made };
  }

  async commit(): Promise<void> {
    const { directory, name } = this.#place();
    const temporary = this.#temporary;
    if ((await directory.stat(name)) !== undefined) throw createdMeanwhile(this.path);
    try {
      if (this.image.type === "symlink") await makeSymlink(directory, name, this.image.target);
      else if (temporary !== undefined) await directory.rename(temporary, { name, whenTaken: "refuse" });
    } catch (error) {
      const taken = ToolError.isInstance(error) && error.code === "already-exists";
      throw taken ? createdMeanwhile(this.path) : error;
    }
    this.#temporary = undefined;
    this.#committed = true;
  }

  async revert(): Promise<void> {
    const { directory, name } = this.#place();
    const now = await directory.stat(name);
    const isOwn = this.image.type === "symlink" ? now?.type === "symlink" : now?.identity === this.#identity;
    if (now !== undefined && !isOwn) throw changedMeanwhile(this.path);
    await removeTree(directory, name);
    this.#committed = false;
  }

  async release(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    const { directory } = folder;
    if (this.#temporary !== undefined) await removeTree(directory, this.#temporary).catch(() => {});
    if (!this.#committed) await folder.undo();
    await folder.close();
  }

  #place(): FilePlace {
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
