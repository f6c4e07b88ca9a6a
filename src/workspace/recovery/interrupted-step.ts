import type { DirectoryHandle, FileStat, FileSystem } from "../../contract/index.js";
import {
  type ContentFacts,
  copyEntry,
  hasFacts,
  Removal,
  removeFile,
  removeTree,
  renameEntry,
  type StepIntent,
  temporaryName,
} from "../changes/index.js";

/**
 * Progress of a step of a killed process: `pending` can be carried out, `half` can only be completed, and `lost` means
 * that another process has changed something since.
 */
export type StepState = "pending" | "half" | "done" | "lost";

type Intent<Type extends StepIntent["type"]> = Extract<StepIntent, { readonly type: Type }>;

/** A step that another process should have carried out, with its directories held open. */
export class InterruptedStep {
  readonly #name: string;
  readonly #fromName: string;

  private constructor(
    readonly intent: StepIntent,
    private readonly directory: DirectoryHandle,
    private readonly source: DirectoryHandle,
    { path }: FileSystem,
  ) {
    this.#name = path.basename(intent.path);
    this.#fromName = intent.type === "move" ? path.basename(intent.from) : this.#name;
  }

  static async open(files: FileSystem, intent: StepIntent): Promise<InterruptedStep> {
    const directory = await files.openDirectory(files.path.dirname(intent.path));
    if (intent.type !== "move") return new InterruptedStep(intent, directory, directory, files);
    try {
      const source = await files.openDirectory(files.path.dirname(intent.from));
      return new InterruptedStep(intent, directory, source, files);
    } catch (error) {
      await directory.close();
      throw error;
    }
  }

  /** @param leaving - names that another step of the change frees, with the identity of the entry that has each name */
  async state(leaving: ReadonlyMap<string, string>): Promise<StepState> {
    const { intent, directory } = this;
    const now = await directory.stat(this.#name);
    switch (intent.type) {
      case "remove":
        // A file under its temporary name is compared once more: unexpected content was about to be restored.
        if (now === undefined) return (await this.#asideIs(intent, "changed")) ? "lost" : "done";
        return hasFacts(now, intent.old) ? "pending" : "lost";
      case "move":
        return this.#stateOfMove(intent, now);
      case "create":
      case "replace": {
        if (now?.identity === intent.made) return "done";
        const temporary = await directory.stat(intent.temporary);
        if (temporary?.identity !== intent.made) return "lost";
        if (intent.type === "replace") return hasFacts(now, intent.old) ? "pending" : "lost";
        const isFree = now === undefined || leaving.get(intent.path) === now.identity;
        return isFree || (await this.#isEmptyFolderFor(temporary, now)) ? "pending" : "lost";
      }
      case "restore": {
        if (now?.identity === intent.identity) return "done";
        const aside = await directory.stat(intent.aside);
        if (aside?.identity !== intent.identity) return "lost";
        return now === undefined || (await this.#isEmptyFolderFor(aside, now)) ? "pending" : "lost";
      }
    }
  }

  /** Carries out a pending step, or completes one that is half done. */
  async finish(): Promise<void> {
    const { intent, directory } = this;
    const named = { directory, name: this.#name };
    switch (intent.type) {
      case "replace":
        return renameEntry({ directory, name: intent.temporary }, named, { identity: intent.made });
      case "create":
        return this.#take({ directory, name: intent.temporary }, intent.made);
      case "restore":
        return this.#take({ directory, name: intent.aside }, intent.identity);
      case "move": {
        const from = { directory: this.source, name: this.#fromName };
        const { identity } = intent.old;
        if ((await directory.stat(this.#name))?.identity === identity) return removeFile(from);
        if (intent.replaced !== undefined) return renameEntry(from, named, { identity });
        return this.#take(from, identity);
      }
      case "remove": {
        const now = await directory.stat(this.#name);
        if (now === undefined) return;
        if (now.type === "directory") {
          await renameEntry(named, { directory, name: intent.aside }, { identity: now.identity });
          return removeTree(directory, intent.aside);
        }
        const removal = new Removal({ ...named, path: intent.path }, now);
        await removal.prepare();
        await removal.commit();
        await removal.settle();
      }
    }
  }

  /**
   * Copies the entry of a move to a temporary name beside its destination, on another volume, where a rename cannot move it.
   *
   * @returns the steps that remain instead of the move: the copy gets its name, and the original is removed
   */
  async copyAcross(signal: AbortSignal): Promise<readonly StepIntent[]> {
    const { intent, directory } = this;
    if (intent.type !== "move") return [intent];
    const { path, from, old, replaced } = intent;
    const temporary = temporaryName(this.#name);
    try {
      await copyEntry(this.source, this.#fromName, { directory, name: temporary }, signal);
      const made = (await directory.stat(temporary))?.identity ?? "";
      const arrival: StepIntent =
        replaced === undefined
          ? { type: "create", path, temporary, made }
          : { type: "replace", path, temporary, made, old: replaced };
      return [arrival, { type: "remove", path: from, aside: temporaryName(this.#fromName), old }];
    } catch (error) {
      await removeTree(directory, temporary).catch(() => {});
      throw error;
    }
  }

  /**
   * Removes temporary files that are no longer needed.
   *
   * @param isLost - whether the change can neither be finished nor rolled back: then a file that was set aside for
   * removal gets its name back
   * @returns false where a temporary file has the only copy of some content and cannot get its name back
   */
  async clearUp({ isLost }: { readonly isLost: boolean }): Promise<boolean> {
    const { intent } = this;
    if (intent.type === "restore") return this.#clearUpRestored(intent, { isLost });
    if (intent.type === "remove") await this.#clearUpRemoved(intent, { isLost });
    else if (intent.type === "move") await this.#clearUpMoved(intent);
    else {
      const left = await this.directory.stat(intent.temporary);
      if (left?.identity === intent.made) await removeTree(this.directory, intent.temporary);
    }
    return true;
  }

  sync(): Promise<void> {
    return this.directory.sync();
  }

  async close(): Promise<void> {
    await this.directory.close();
    if (this.source !== this.directory) await this.source.close();
  }

  async #clearUpRestored(
    { aside, identity }: Intent<"restore">,
    { isLost }: { readonly isLost: boolean },
  ): Promise<boolean> {
    const { directory } = this;
    const named = { directory, name: aside };
    const left = await directory.stat(aside);
    if (left === undefined || left.identity !== identity) return true;
    const now = await directory.stat(this.#name);
    if (now === undefined && isLost) await this.#take(named, identity);
    // Both names lead to one file: the process was killed before it removed the temporary one.
    else if (now?.identity === identity) await removeFile(named);
    else return false;
    return true;
  }

  async #clearUpRemoved(intent: Intent<"remove">, { isLost }: { readonly isLost: boolean }): Promise<void> {
    const { directory } = this;
    const aside = await directory.stat(intent.aside);
    if (aside === undefined) return;
    const named = { directory, name: intent.aside };
    if (!isLost && hasFacts(aside, intent.old)) return removeTree(directory, intent.aside);
    if ((await directory.stat(this.#name)) !== undefined) return;
    const { identity } = aside;
    return renameEntry(named, { directory, name: this.#name }, { identity, whenTaken: "refuse" });
  }

  async #clearUpMoved({ old }: Intent<"move">): Promise<void> {
    const { directory } = this;
    const [from, to] = [await this.source.stat(this.#fromName), await directory.stat(this.#name)];
    if (from?.identity !== old.identity || from.type !== "directory" || to === undefined) return;
    // Created under the folder's new name, and still empty.
    if (await this.#isEmptyFolderFor(from, to)) await directory.removeDirectory(this.#name);
  }

  async #stateOfMove(intent: Intent<"move">, now: FileStat | undefined): Promise<StepState> {
    const from = await this.source.stat(this.#fromName);
    if (now?.identity === intent.old.identity) {
      if (from === undefined) return "done";
      return from.identity === intent.old.identity ? "half" : "done";
    }
    if (!hasFacts(from, intent.old)) return "lost";
    if (intent.replaced !== undefined) return hasFacts(now, intent.replaced) ? "pending" : "lost";
    const isFree = now === undefined || (from !== undefined && (await this.#isEmptyFolderFor(from, now)));
    return isFree ? "pending" : "lost";
  }

  /**
   * Returns whether an empty folder was created for a moved one: a folder takes a free name in two steps, first as an
   * empty folder, which the moved one then replaces.
   */
  async #isEmptyFolderFor(moved: FileStat, now: FileStat): Promise<boolean> {
    if (moved.type !== "directory" || now.type !== "directory") return false;
    const folder = await this.directory.openDirectory(this.#name);
    try {
      return (await folder.list()).length === 0;
    } finally {
      await folder.close();
    }
  }

  /** Moves an entry to its name, which is free except for an empty folder that was created for that. */
  async #take(
    from: { readonly directory: DirectoryHandle; readonly name: string },
    identity: string,
  ): Promise<void> {
    const named = { directory: this.directory, name: this.#name };
    const isTaken = (await this.directory.stat(this.#name)) !== undefined;
    await renameEntry(from, named, { identity, whenTaken: isTaken ? "replace" : "refuse" });
  }

  async #asideIs({ aside, old }: Intent<"remove">, state: "as-before" | "changed"): Promise<boolean> {
    const now = await this.directory.stat(aside);
    return now !== undefined && hasFacts(now, old as ContentFacts) === (state === "as-before");
  }
}
