import * as path from "node:path";
import type { ChangeReport, Diagnostic, DiagnosticsReport } from "../../../../contract/index.js";
import { byPosition, isPackageFile } from "../connection/index.js";
import { commandText } from "../language-server-definition.js";
import type { ServerSearch } from "./server-finder.js";
import type { Round } from "./server-rounds.js";
import type { ServerSlot } from "./server-slot.js";

/** Files that share one server. */
export interface FileGroup {
  readonly slot: ServerSlot;
  readonly files: string[];
  /** Set once the server was asked. */
  round?: Round | undefined;
}

/** Result of the search for a file's server. */
export interface FileSearch {
  readonly file: string;
  readonly search: ServerSearch | undefined;
}

/** Returns the diagnostics of the groups' files, as far as the servers have answered. */
export function reportOf(groups: readonly FileGroup[]): Omit<DiagnosticsReport, "problems"> {
  const diagnostics: Diagnostic[] = [];
  const asked = groups.filter(({ slot, round }) => round !== undefined || slot.isAlive);
  let complete = true;
  for (const { slot, files, round } of asked) {
    if (round?.isAnswered !== true) complete = false;
    for (const file of files) {
      if (round?.isFresh(file) === true) diagnostics.push(...(slot.running?.server.known.of(file) ?? []));
      else complete = false;
    }
  }
  const servers = [...new Set(asked.map(({ slot }) => slot.name))].sort();
  return { diagnostics: diagnostics.sort(byPosition), complete, servers };
}

/**
 * Returns known diagnostics of further files below the folders: servers of whole projects know more than was
 * asked.
 */
export function knownBelow(folders: readonly string[], group: FileGroup): readonly Diagnostic[] {
  const known = group.slot.running?.server.known;
  if (known === undefined || group.round === undefined) return [];
  return known.paths
    .filter(
      (file) =>
        !isPackageFile(file) &&
        !group.files.includes(file) &&
        folders.some((folder) => isBelow(file, folder)),
    )
    .flatMap((file) => known.of(file));
}

/** Returns a message for each program that was not found, with its remedy. */
export function missingServers(searches: readonly FileSearch[]): readonly string[] {
  const missing = new Map<string, string>();
  for (const { search } of searches) {
    if (search?.type !== "missing") continue;
    const { definition, root } = search;
    const [program] = definition.command;
    const remedy = definition.remedy === undefined ? "" : ` Install it: ${definition.remedy}.`;
    missing.set(
      `${definition.name}\0${root}`,
      `No language server for '${root}': '${program}' was found neither in the project nor on PATH.${remedy}`,
    );
  }
  return [...missing.values()];
}

/** Returns whether a path lies in a folder. */
export function isBelow(file: string, folder: string): boolean {
  const within = path.relative(folder, file);
  return within !== "" && within !== ".." && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within);
}

/** Marks the reported diagnostics of the requested files, so that the next report does not repeat them. */
export function markReported(groups: readonly FileGroup[]): void {
  for (const { slot, round, files } of groups) {
    for (const file of files) if (round?.isFresh(file)) slot.running?.server.known.markReported(file);
  }
}

/** Report without a server. */
export const NOTHING_KNOWN: DiagnosticsReport = {
  diagnostics: [],
  complete: true,
  servers: [],
  problems: [],
};

/** Report about a change without a server. */
export const NOTHING_CHANGED: ChangeReport = { ...NOTHING_KNOWN, elsewhere: [], unclear: [] };

/** Returns the problem of a server that was not allowed to start. */
export function refusalOf({ name, command }: ServerSlot): string {
  return `The language server ${name} was not started, because it was not allowed. Its command is: ${commandText(command)}. Allow that command with a rule, or trust all projects with languageServers.start "trusted".`;
}
