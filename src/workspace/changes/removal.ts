import { type DirectoryHandle, type FileStat, ToolError } from "../../contract/index.js";
import type { ChangeStep } from "./change-step.js";
import type { FilePlace, ReplacedFile } from "./file-place.js";
import { contentFacts, type StepIntent } from "./step-intent.js";
import { temporaryName } from "./temporary-name.js";
import { changedMeanwhile, isStill, sameContentFacts } from "./unchanged.js";

/**
 * Removes a file, a symlink or anything else that is no folder.
 *
 * It gets a temporary name first, under which it is compared once more and from which it can come back; only when all steps
 * of a change are done is it gone for good.
 */
export class Removal implements ChangeStep {
  readonly path: string;
  readonly directories: readonly DirectoryHandle[];
  readonly #asideName: string;
  #aside: string | undefined;

  /**
   * @param expected - what is to be removed
   * @param content - its content, where that is known: other content is `stale-file`
   */
  constructor(
    private readonly place: FilePlace,
    private readonly expected: FileStat,
    private readonly content?: ReplacedFile,
  ) {
    this.path = place.path;
    this.#asideName = temporaryName(place.name);
    this.directories = [place.directory];
  }

  async prepare(): Promise<void> {
    const now = await this.place.directory.stat(this.place.name);
    if (now?.identity !== this.expected.identity) throw changedMeanwhile(this.path);
  }

  async intent(): Promise<StepIntent | undefined> {
    // Of other things than files the facts say too little.
    if (this.expected.type !== "file") return undefined;
    return { type: "remove", path: this.path, aside: this.#asideName, old: contentFacts(this.expected) };
  }

  async commit(): Promise<void> {
    const { directory, name } = this.place;
    const aside = this.#asideName;
    await directory.rename(name, { name: aside });
    this.#aside = aside;
    try {
      const taken = await directory.stat(aside);
      if (taken === undefined || !(await this.#isExpected(taken))) throw changedMeanwhile(this.path);
    } catch (error) {
      await this.revert();
      throw error;
    }
  }

  async revert(): Promise<void> {
    const { directory, name } = this.place;
    const aside = this.#aside;
    if (aside === undefined) return;
    try {
      await directory.rename(aside, { name, whenTaken: "refuse" });
      this.#aside = undefined;
    } catch (error) {
      throw new ToolError(
        `'${this.path}' could not be put back under its name. It is kept beside it as '${aside}'.`,
        {
          code: "io-error",
          absolutePath: this.path,
          cause: error,
        },
      );
    }
  }

  async settle(): Promise<void> {
    const { directory } = this.place;
    const aside = this.#aside;
    if (aside === undefined) return;
    // Twice: a passing failure must not leave a file that nobody knows about.
    await directory.removeFile(aside).catch(() => directory.removeFile(aside).catch(() => {}));
  }

  async release(): Promise<void> {}

  async #isExpected(now: FileStat): Promise<boolean> {
    if (this.content !== undefined) return isStill(now, this.content);
    return now.identity === this.expected.identity && sameContentFacts(now, this.expected);
  }
}
