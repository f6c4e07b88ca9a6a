import { type FileStat, type PathOutcome, ToolError } from "../../../contract/index.js";
import type { ChangeServices, RecordIntents, ReleaseOptions } from "../change-step.js";
import { isThere, type Look, lookAt, renameEntry } from "../confirmed-calls.js";
import {
  type CopiedEntries,
  copyEntry,
  discardTemporary,
  initialMode,
  removeCopied,
  removeTree,
  requireCopied,
  setFacts,
  temporaryName,
  underTemporaryName,
  withNameOf,
  writeNewFile,
} from "../entries/index.js";
import type { NamedEntry, ReplacedFile } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, createdMeanwhile, requireUnchanged } from "../unchanged.js";

/** Source and destination of a move to another volume. */
export interface CopiedMoveOptions {
  readonly from: NamedEntry;
  readonly to: NamedEntry;
  readonly expected: FileStat;
  readonly replaced?: ReplacedFile | undefined;
}

/**
 * Moves a file, symlink or folder to another volume.
 *
 * It is copied under a temporary name in the destination folder. Then the source gets a temporary name, from which it
 * can be restored, and is compared with the copy, and the copy gets the destination name. Only after that, in {@link
 * CopiedMove.settle}, is the source removed: at every moment each byte is on one of the two volumes.
 */
export class CopiedMove {
  readonly #aside: Pick<NamedEntry, "directory" | "name">;
  #copied: CopiedEntries = new Map();
  #temporary: string | undefined;
  #made: string | undefined;
  // The replaced file, under a temporary name.
  #old: { readonly temporary: string; readonly made: string } | undefined;

  constructor(
    private readonly services: ChangeServices,
    private readonly options: CopiedMoveOptions,
  ) {
    const { directory, name } = options.from;
    this.#aside = { directory, name: temporaryName(name) };
  }

  async commit(record: RecordIntents | undefined): Promise<void> {
    const { from, to, expected, replaced } = this.options;
    const temporary = await this.#copy();
    await record?.(this.#intents(temporary));
    await withNameOf(from, this.#aside.name, () =>
      renameEntry(from, this.#aside, { identity: expected.identity }),
    );
    await requireCopied(this.#aside.directory, this.#aside.name, this.#copied);
    if (replaced !== undefined) await requireUnchanged(to, replaced, this.services.locks);
    const whenTaken = replaced === undefined ? "refuse" : "replace";
    try {
      const source = { directory: to.directory, name: temporary };
      const options = { identity: this.#made ?? "", whenTaken } as const;
      await withNameOf(to, temporary, () => renameEntry(source, to, options));
    } catch (error) {
      const taken = ToolError.isInstance(error) && error.code === "already-exists";
      throw taken ? createdMeanwhile(to.path) : error;
    }
    this.#temporary = undefined;
  }

  /** Writes the replaced file under a temporary name, so that the destination always has content. */
  async prepareRevert(): Promise<void> {
    const { to, replaced } = this.options;
    if (replaced === undefined || this.#old !== undefined || !(await this.#hasArrived())) return;
    const { bytes } = replaced;
    if (bytes === undefined) throw changedMeanwhile(to.path);
    const { stat } = replaced.handle;
    let made = "";
    const temporary = await underTemporaryName(to, this.services.temporaries, (name) =>
      writeNewFile(to.directory, name, { mode: initialMode(stat.mode) }, async (handle) => {
        await handle.write(bytes, 0);
        await setFacts(handle, stat);
        made = (await handle.stat()).identity;
      }),
    );
    this.#old = { temporary, made };
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    const { from, to, expected } = this.options;
    const [target, aside] = await Promise.all([lookAt(to), lookAt(this.#aside)]);
    if (target.type === "unknown" || aside.type === "unknown") throw changedMeanwhile(to.path);
    const intents: StepIntent[] = [];
    if (isThere(aside, expected.identity)) {
      const { name } = this.#aside;
      intents.push({ type: "restore", path: from.path, aside: name, identity: expected.identity });
    }
    if (target.type === "absent" || target.stat.identity !== this.#made) return intents;
    const old = contentFacts(target.stat);
    return [
      ...intents,
      this.#old === undefined
        ? { type: "remove", path: to.path, aside: temporaryName(to.name), old }
        : { type: "replace", path: to.path, ...this.#old, old },
    ];
  }

  async revert(): Promise<void> {
    const { from, to, expected, replaced } = this.options;
    const target = await lookAt(to);
    const aside = await lookAt(this.#aside);
    if (target.type === "unknown" || aside.type === "unknown") throw changedMeanwhile(to.path);
    const hasArrived = this.#made !== undefined && isThere(target, this.#made);
    await this.prepareRevert();
    // The source first: from then on the copy is redundant.
    if (aside.type === "there") {
      await renameEntry(this.#aside, from, { identity: expected.identity, whenTaken: "refuse" });
    }
    if (!hasArrived) return;
    if (replaced === undefined) return removeTree(to.directory, to.name);
    if (this.#old === undefined) return;
    const { temporary, made } = this.#old;
    await renameEntry({ directory: to.directory, name: temporary }, to, { identity: made });
    this.#old = undefined;
  }

  /** Removes the source. Entries that changed since the copy get their names back. */
  async settle(): Promise<readonly PathOutcome[]> {
    const { from, expected } = this.options;
    const { directory, name } = this.#aside;
    // Retries once: a transient failure must not leave the source.
    const remove = () => removeCopied(directory, name, this.#copied);
    const isRemoved = await remove()
      .catch(remove)
      .then(
        () => true,
        () => false,
      );
    if (isRemoved) return [];
    await renameEntry(this.#aside, from, { identity: expected.identity, whenTaken: "refuse" }).catch(
      () => {},
    );
    const outcomes = await this.outcomes();
    if (expected.type !== "directory") return outcomes;
    return outcomes.map((outcome) =>
      outcome.path === from.path && outcome.state === "old"
        ? { path: from.path, state: "partly-changed" }
        : outcome,
    );
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { from, to } = this.options;
    const [source, aside, target] = await Promise.all([lookAt(from), lookAt(this.#aside), lookAt(to)]);
    return [
      { path: from.path, ...this.#sourceState(source, aside) },
      { path: to.path, state: this.#targetState(target) },
    ];
  }

  #sourceState(source: Look, aside: Look): Omit<PathOutcome, "path"> {
    if (source.type === "unknown" || aside.type === "unknown") return { state: "unknown" };
    if (isThere(source, this.options.expected.identity)) return { state: "old" };
    if (aside.type === "there") return { state: "set-aside", keptAs: this.#aside.name };
    return { state: source.type === "there" ? "changed" : "new" };
  }

  #targetState(target: Look): PathOutcome["state"] {
    if (target.type === "unknown") return "unknown";
    if (this.#made !== undefined && isThere(target, this.#made)) return "new";
    const { replaced } = this.options;
    if (target.type === "absent") return replaced === undefined ? "old" : "changed";
    return isThere(target, replaced?.handle.stat.identity) ? "old" : "changed";
  }

  async release({ kept }: ReleaseOptions): Promise<void> {
    const { directory } = this.options.to;
    const ofCommit = kept === "commit" ? undefined : this.#temporary;
    const ofRevert = kept === "revert" ? undefined : this.#old?.temporary;
    for (const temporary of [ofCommit, ofRevert]) {
      if (temporary !== undefined) await discardTemporary(directory, temporary, this.services.temporaries);
    }
  }

  async #copy(): Promise<string> {
    const { from, to } = this.options;
    const { temporaries, signal } = this.services;
    const temporary = await underTemporaryName(to, temporaries, async (name) => {
      const target = { directory: to.directory, name };
      this.#copied = await copyEntry(from.directory, from.name, target, signal);
      this.#made = (await to.directory.stat(name))?.identity;
      if (this.#made === undefined) throw changedMeanwhile(to.path);
    });
    this.#temporary = temporary;
    return temporary;
  }

  #intents(temporary: string): readonly StepIntent[] {
    const { from, to, expected, replaced } = this.options;
    const made = this.#made ?? "";
    const arrival: StepIntent =
      replaced === undefined
        ? { type: "create", path: to.path, temporary, made }
        : { type: "replace", path: to.path, temporary, made, old: contentFacts(replaced.handle.stat) };
    return [
      { type: "remove", path: from.path, aside: this.#aside.name, old: contentFacts(expected) },
      arrival,
    ];
  }

  async #hasArrived(): Promise<boolean> {
    return this.#made !== undefined && isThere(await lookAt(this.options.to), this.#made);
  }
}
