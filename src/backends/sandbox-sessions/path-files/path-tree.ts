import { type FileStat, ToolError } from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { EntryIdentities } from "./entry-identities.js";
import type { PathAccess, PathFacts } from "./path-access.js";

/** The files of one session, with identities, and one operation at a time: a check and its change are not separated. */
export class PathTree {
  readonly identities = new EntryIdentities();
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly access: PathAccess) {}

  /** Runs an operation after those that were requested before it. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Returns the facts about a path, without following a symlink. */
  async stat(path: string): Promise<FileStat | undefined> {
    const facts = await this.access.facts(path);
    return facts && this.statOf(path, facts);
  }

  statOf(path: string, facts: PathFacts): FileStat {
    const { type, size, modifiedAtMs, mode } = facts;
    return { type, size, modifiedAtMs, mode, identity: this.identities.of(path, facts), links: 1 };
  }

  /** Takes note of a change of this backend, which keeps the identity, and returns the new facts. */
  async changed(path: string): Promise<FileStat> {
    const facts = await this.access.facts(path);
    if (facts === undefined) throw fileFailure("missing", path);
    this.identities.changed(path, facts);
    return this.statOf(path, facts);
  }

  /** Throws unless a path still leads to the directory that was opened. */
  async requireDirectory(path: string, identity: string): Promise<void> {
    const facts = await this.access.facts(path);
    if (facts === undefined) throw fileFailure("missing", path);
    if (facts.type === "symlink") throw changedSinceApproval(path, "it is now a symbolic link");
    if (facts.type !== "directory") throw fileFailure("not-a-directory", path);
    if (this.identities.of(path, facts) !== identity)
      throw changedSinceApproval(path, "it now leads to something else");
    await this.requireReal(path);
  }

  /** Throws if a path contains a symlink, where the session can tell. */
  async requireReal(path: string): Promise<void> {
    const real = await this.access.realPath?.(path);
    if (real !== undefined && real !== path) throw changedSinceApproval(path, `it now leads to '${real}'`);
  }
}

/** Returns whether a failure says that a path does not exist. */
export function isMissing(error: unknown): boolean {
  return ToolError.isInstance(error) && error.code === "not-found";
}
