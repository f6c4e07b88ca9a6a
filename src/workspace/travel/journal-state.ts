import type { JsonValue, SessionState } from "../../contract/index.js";
import { ChangeJournal, type JournalEntry } from "../journal/index.js";
import { ExactJson } from "./exact-json.js";
import { entryFrom, entryJson } from "./journal-json.js";
import { isReadable, jsonBytes } from "./readable.js";
import { type TravelPlace, travelling } from "./travel-place.js";

/** Changes of an exported session: as many as a session remembers. */
const MAX_ENTRIES = 256;

/**
 * Part of an exported session: the changes that can be undone. The latest changes are included up to the size limit,
 * and the first that does not fit ends the list, so that an earlier change is not undone in its place.
 */
export function journalState(placeOf: (root: string) => Promise<TravelPlace>): SessionState {
  return {
    name: "journal",
    async export(session, { root, maxBytes, omit }) {
      const place = await placeOf(root);
      const journal = new ChangeJournal(session);
      const entries: JsonValue[] = [];
      let bytes = 0;
      let dropped = journal.hasDropped;
      const latestFirst = [...journal.entries()].reverse();
      for (const [index, entry] of latestFirst.entries()) {
        const json = await readableEntry(entry, place);
        const size = json === undefined ? 0 : jsonBytes(json);
        if (json === undefined || bytes + size > maxBytes) {
          dropped = true;
          const changes = latestFirst.slice(index).flatMap((left) => left.changes);
          for (const { path } of changes) omit?.(travelling(path, place));
          break;
        }
        bytes += size;
        entries.unshift(json);
      }
      return entries.length === 0 && !dropped ? undefined : { entries, dropped };
    },
    async import(session, state, { root }) {
      const place = await placeOf(root);
      const { entries, dropped } = new ExactJson(state, "journal").members(["entries", "dropped"]);
      const read: readonly JournalEntry[] = entries.items(MAX_ENTRIES).map((item) => entryFrom(item, place));
      if (typeof dropped.value !== "boolean") dropped.fail("true or false");
      new ChangeJournal(session).restore(read, dropped.value === true);
    },
  };
}

/**
 * Converts an entry to JSON. An entry whose content no import would accept (folders too deep, too many names) is
 * exported without its steps, like one that is too large to keep. Returns nothing for one that does not fit even then,
 * or that concerns paths outside the root.
 */
async function readableEntry(entry: JournalEntry, place: TravelPlace): Promise<JsonValue | undefined> {
  for (const form of [entry, { changes: entry.changes }]) {
    const json = await entryJson(form, place);
    if (json !== undefined && isReadable(json, (written) => entryFrom(written, place))) return json;
  }
  return undefined;
}
