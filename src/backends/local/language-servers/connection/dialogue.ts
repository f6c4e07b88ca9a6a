import type { Clock, Search } from "../../../../contract/index.js";
import { isDependency } from "./is-dependency.js";
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
    .filter((file) => !done.has(file) && !isDependency(file))
    .slice(-MAX_REVISITED);
}

/** Largest number of files that are examined as they were before a change. */
const MAX_BASELINES = 20;

/** Milliseconds for examining files as they were before a change: the errors of the changed files are more urgent. */
const BASELINE_MS = 500;

/**
 * Examines files before the server learns of a change, so that their older errors do not count as new. It needs the former text
 * of every changed file, which the server has if the file is open.
 */
export async function examineBefore(
  files: ReadonlySet<string>,
  server: LanguageServer,
  {
    changed,
    clock,
    ask,
  }: {
    readonly changed: readonly string[];
    readonly clock: Pick<Clock, "now">;
    readonly ask: (file: string) => Promise<unknown>;
  },
): Promise<void> {
  if (!changed.every((file) => server.documents.has(file))) return;
  const until = clock.now() + BASELINE_MS;
  const unknown = [...files].filter((file) => !changed.includes(file) && !server.known.hasBaseline(file));
  for (const file of unknown.slice(0, MAX_BASELINES)) {
    if (clock.now() >= until) return;
    await ask(file);
    server.known.markReported(file);
  }
}
