import { type DirectoryHandle, type FileStat, type PathOutcome, ToolError } from "../../../contract/index.js";
import type { ChangeStep } from "../change-step.js";
import { isThere, lookAt, removeFile, renameEntry } from "../confirmed-calls.js";
import { temporaryName, withNameOf } from "../entries/index.js";
import type { NamedEntry, ReplacedFile } from "../named-entry.js";
import { contentFacts, type StepIntent } from "../step-intent.js";
import { changedMeanwhile, isStill, sameContentFacts } from "../unchanged.js";

/**
 * Removes a file, a symlink or anything else that is not a folder.
 *
 * It first gets a temporary name, under which it is compared once more and from which it can be restored. Only when all
 * steps of a change are done is it deleted.
 */
export class Removal implements ChangeStep {
  readonly path: string;
  readonly directories: readonly DirectoryHandle[];
  readonly #asideName: string;
  // Whether it may already have its temporary name.
  #isBegun = false;

  /**
   * @param expected - stat of the entry to remove
   * @param content - its content, where known: other content is `stale-file`
   */
  constructor(
    private readonly named: NamedEntry,
    private readonly expected: FileStat,
    private readonly content?: ReplacedFile,
  ) {
    this.path = named.path;
    this.#asideName = temporaryName(named.name);
    this.directories = [named.directory];
  }

  async prepare(): Promise<void> {
    const now = await this.named.directory.stat(this.named.name);
    if (now?.identity !== this.expected.identity) throw changedMeanwhile(this.path);
  }

  async intents(): Promise<readonly StepIntent[]> {
    return [{ type: "remove", path: this.path, aside: this.#asideName, old: contentFacts(this.expected) }];
  }

  async commit(): Promise<void> {
    const { directory, name } = this.named;
    this.#isBegun = true;
    await withNameOf(this.named, this.#asideName, () =>
      renameEntry({ directory, name }, this.#aside, { identity: this.expected.identity }),
    );
    const taken = await withNameOf(this.named, this.#asideName, () => directory.stat(this.#asideName));
    if (taken === undefined || !(await this.#isExpected(taken))) throw changedMeanwhile(this.path);
  }

  async revertIntents(): Promise<readonly StepIntent[]> {
    if (!this.#isBegun) return [];
    const aside = await lookAt(this.#aside);
    if (aside.type === "unknown") throw this.#notPutBack();
    if (aside.type === "absent") return [];
    return [{ type: "restore", path: this.path, aside: this.#asideName, identity: aside.stat.identity }];
  }

  async revert(): Promise<void> {
    if (!this.#isBegun) return;
    const aside = await lookAt(this.#aside);
    if (aside.type === "unknown") throw this.#notPutBack();
    // Not set aside, or already restored.
    if (aside.type === "absent") return;
    const { identity } = aside.stat;
    try {
      await renameEntry(this.#aside, this.named, { identity, whenTaken: "refuse" });
    } catch (error) {
      throw this.#notPutBack(error);
    }
  }

  async settle(): Promise<readonly PathOutcome[]> {
    const remove = () => removeFile(this.#aside);
    // Retries once: a transient failure must not leave an unknown file.
    return remove()
      .catch(remove)
      .then(
        () => [],
        () => this.outcomes(),
      );
  }

  async outcomes(): Promise<readonly PathOutcome[]> {
    const { path } = this;
    const [now, aside] = await Promise.all([lookAt(this.named), lookAt(this.#aside)]);
    if (now.type === "unknown" || aside.type === "unknown") return [{ path, state: "unknown" }];
    const kept = aside.type === "there" ? { keptAs: this.#asideName } : {};
    if (now.type === "absent")
      return [{ path, state: aside.type === "there" ? "set-aside" : "new", ...kept }];
    return [{ path, state: isThere(now, this.expected.identity) ? "old" : "changed", ...kept }];
  }

  async release(): Promise<readonly PathOutcome[]> {
    return [];
  }

  get #aside(): Pick<NamedEntry, "directory" | "name"> {
    return { directory: this.named.directory, name: this.#asideName };
  }

  #notPutBack(error?: unknown): ToolError {
    return new ToolError(
      `'${this.path}' could not be restored under its name. It is kept in the same folder as '${this.#asideName}'.`,
      { code: "io-error", absolutePath: this.path, cause: error },
    );
  }

  async #isExpected(now: FileStat): Promise<boolean> {
    if (this.content !== undefined) return isStill(this.#aside, now, this.content);
    return now.identity === this.expected.identity && sameContentFacts(now, this.expected);
  }
}
