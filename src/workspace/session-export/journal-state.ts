import type { JsonValue } from "../../contract/index.js";
import { ChangeJournal, type JournalEntry } from "../journal/index.js";
import type { AsyncSessionState } from "./async-session-state.js";
import { ExactJson } from "./exact-json.js";
import { type ExportRoot, exportedPath } from "./export-root.js";
import { entryFrom, entryJson } from "./journal-json.js";
import { isReadable, jsonBytes } from "./readable.js";

/** Changes of an exported session: as many as a session remembers. */
const MAX_ENTRIES = 256;

/**
 * Part of an exported session: the changes that can be undone. The latest changes are included up to the size limit,
 * and the first that does not fit ends the list, so that an earlier change is not undone in its place.
 */
export function journalState(exportRootOf: (root: string) => Promise<ExportRoot>): AsyncSessionState {
  return {
    name: "journal",
    async export(session, { root, maxBytes, omit }) {
      const exportRoot = await exportRootOf(root);
      const journal = new ChangeJournal(session);
      const entries: JsonValue[] = [];
      let bytes = 0;
      let dropped = journal.hasDropped;
      const latestFirst = [...journal.entries()].reverse();
      for (const [index, entry] of latestFirst.entries()) {
        const json = await readableEntry(entry, exportRoot);
        const size = json === undefined ? 0 : jsonBytes(json);
        if (json === undefined || bytes + size > maxBytes) {
          dropped = true;
          const changes = latestFirst.slice(index).flatMap((left) => left.changes);
          for (const { path } of changes) omit?.(exportedPath(path, exportRoot));
          break;
        }
        bytes += size;
        entries.unshift(json);
      }
      return entries.length === 0 && !dropped ? undefined : { entries, dropped };
    },
    async import(session, state, { root }) {
      const exportRoot = await exportRootOf(root);
      const { entries, dropped } = new ExactJson(state, "journal").members(["entries", "dropped"]);
      const read: readonly JournalEntry[] = entries
        .items(MAX_ENTRIES)
        .map((item) => entryFrom(item, exportRoot));
      if (typeof dropped.value !== "boolean") dropped.fail("true or false");
      new ChangeJournal(session).restore(read, { dropped: dropped.value === true });
    },
  };
}

/**
 * Converts an entry to JSON. An entry whose content no import would accept (folders too deep, too many names) is
 * exported without its steps, like one that is too large to keep. Returns nothing for one that does not fit even then,
 * or that concerns paths outside the root.
 */
async function readableEntry(entry: JournalEntry, exportRoot: ExportRoot): Promise<JsonValue | undefined> {
  for (const form of [entry, { changes: entry.changes }]) {
    const json = await entryJson(form, exportRoot);
    if (json !== undefined && isReadable(json, (written) => entryFrom(written, exportRoot))) return json;
  }
  return undefined;
}
