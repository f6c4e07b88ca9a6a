import type { Clock, Search } from "../../../../contract/index.js";
import type { LanguageServer } from "./language-server.js";

/** Files for which the diagnostics of a server are updated. */
export interface Inquiry {
  /** Files that changed on disk or are gone. */
  readonly changed: readonly string[];
  /** Files that are only examined. */
  readonly inspected: readonly string[];
  /** Aborted when the server's time is over. */
  readonly signal: AbortSignal;
  /** Called for each file whose diagnostics are now up to date. */
  readonly onFresh: (file: string) => void;
}

/** Dependencies of a dialogue. */
export interface DialogueDependencies {
  readonly clock: Clock;
  readonly search: Pick<Search, "text">;
}

/**
 * A method of asking a server: first about the files of the inquiry, then about files that a change may have
 * affected. The answers go to the server's `known`. Rejects when the server ends or the time is over.
 */
export type Dialogue = (
  server: LanguageServer,
  inquiry: Inquiry,
  means: DialogueDependencies,
) => Promise<void>;

/** Largest number of files examined because a changed file may have broken them. */
export const MAX_DEPENDENTS = 50;

/** Largest number of files examined again because they had errors before. */
const MAX_REVISITED = 50;

/** Returns the files to examine again after the changed files and their dependents. */
export function filesToRevisit(server: LanguageServer, done: ReadonlySet<string>): readonly string[] {
  return [...new Set([...server.known.paths, ...server.documents.paths])]
    .filter((file) => !done.has(file))
    .slice(-MAX_REVISITED);
}
