import type { DirectoryHandle, FileStat, FileSystem } from "../../contract/index.js";
import { type ContentFacts, Removal, type StepIntent } from "../changes/index.js";

/**
 * How far a step of a killed process got: `pending` is what it can still be carried on from, `lost` is everything else,
 * because somebody has changed something since.
 */
export type StepState = "pending" | "done" | "lost";

/** A step that another process was to carry out, in its directory, which is held open. */
export class InterruptedStep {
  readonly #name: string;

  private constructor(
    private readonly intent: StepIntent,
    private readonly directory: DirectoryHandle,
    { path }: FileSystem,
  ) {
    this.#name = path.basename(intent.path);
  }

  static async open(files: FileSystem, intent: StepIntent): Promise<InterruptedStep> {
    return new InterruptedStep(intent, await files.openDirectory(files.path.dirname(intent.path)), files);
  }

  async state(): Promise<StepState> {
    const { intent, directory } = this;
    const now = await directory.stat(this.#name);
    if (intent.type === "remove") {
      // Under its temporary name a file is compared once more: what was not as expected was about to be put back.
      if (now === undefined) return (await this.#asideIs(intent, "changed")) ? "lost" : "done";
      return hasFacts(now, intent.old) ? "pending" : "lost";
    }
    if (now?.identity === intent.made) return "done";
    const temporary = await directory.stat(intent.temporary);
    if (temporary?.identity !== intent.made) return "lost";
    const isAsBefore = intent.type === "create" ? now === undefined : hasFacts(now, intent.old);
    return isAsBefore ? "pending" : "lost";
  }

  /** Does what is pending. */
  async finish(): Promise<void> {
    const { intent, directory } = this;
    const name = this.#name;
    switch (intent.type) {
      case "replace":
        return directory.rename(intent.temporary, { name });
      case "create":
        return directory.rename(intent.temporary, { name, whenTaken: "refuse" });
      case "remove": {
        const now = await directory.stat(name);
        if (now === undefined) return;
        const removal = new Removal({ directory, name, path: intent.path }, now);
        await removal.prepare();
        await removal.commit();
        await removal.settle();
      }
    }
  }

  /** Removes what is under temporary names, once nothing can come of it. */
  async clearUp(): Promise<void> {
    const { intent, directory } = this;
    if (intent.type === "remove") {
      if (await this.#asideIs(intent, "as-before")) await directory.removeFile(intent.aside);
      return;
    }
    const left = await directory.stat(intent.temporary);
    if (left?.type === "file" && left.identity === intent.made) await directory.removeFile(intent.temporary);
  }

  async #asideIs(
    { aside, old }: Extract<StepIntent, { readonly type: "remove" }>,
    state: "as-before" | "changed",
  ): Promise<boolean> {
    const now = await this.directory.stat(aside);
    return now !== undefined && hasFacts(now, old) === (state === "as-before");
  }

  sync(): Promise<void> {
    return this.directory.sync();
  }

  close(): Promise<void> {
    return this.directory.close();
  }
}

function hasFacts(now: FileStat | undefined, then: ContentFacts): boolean {
  return now?.identity === then.identity && now.size === then.size && now.modifiedAtMs === then.modifiedAtMs;
}
