import type { Clock, Search } from "../../../../contract/index.js";
import type { LanguageServer } from "./language-server.js";

/** Files of which what a server knows is brought up to date. */
export interface Inquiry {
  /** Changed on disk, or gone. */
  readonly changed: readonly string[];
  /** Only looked at. */
  readonly looked: readonly string[];
  /** Aborted when the server has had its time. */
  readonly signal: AbortSignal;
  /** Called for each file of which what is known is now up to date. */
  readonly onFresh: (file: string) => void;
}

/** What a dialogue needs of the machine. */
export interface DialogueDependencies {
  readonly clock: Clock;
  readonly search: Pick<Search, "text">;
}

/**
 * A way of asking a server: first about the files of the inquiry, then about those that a change may have touched. What it
 * learns is in the server's `known`. Rejects when the server ends or the time is over.
 */
export type Dialogue = (
  server: LanguageServer,
  inquiry: Inquiry,
  means: DialogueDependencies,
) => Promise<void>;

/** Files that are looked at because a changed file may have broken them. */
export const MAX_DEPENDENTS = 50;

/** Files that are looked at again because they had errors before. */
const MAX_REVISITED = 50;

/** The files that are left to look at again once the changed ones and those that depend on them are done. */
export function filesToRevisit(server: LanguageServer, done: ReadonlySet<string>): readonly string[] {
  return [...new Set([...server.known.paths, ...server.documents.paths])]
    .filter((file) => !done.has(file))
    .slice(-MAX_REVISITED);
}
