import type { JsonValue, SessionState } from "../../contract/index.js";
import { ChangeJournal, type JournalEntry } from "../journal/index.js";
import { ExactJson } from "./exact-json.js";
import { entryFrom, entryJson } from "./journal-json.js";
import { isReadable, jsonBytes } from "./readable.js";
import { type TravelPlace, travelling } from "./travel-place.js";

/** Changes of an exported session, as many as a session remembers. */
const MAX_ENTRIES = 256;

/**
 * What a session can take back. The latest changes come along as long as there is room, and the first that does not fit ends it:
 * nobody is to take back an earlier change in its place.
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
 * Returns an entry as it travels. Of one whose content no import would take (folders too deep, too many names) only the fact
 * travels, as of one that is too large to be kept; nothing for one that does not even fit then, or leads outside.
 */
async function readableEntry(entry: JournalEntry, place: TravelPlace): Promise<JsonValue | undefined> {
  for (const form of [entry, { changes: entry.changes }]) {
    const json = await entryJson(form, place);
    if (json !== undefined && isReadable(json, (written) => entryFrom(written, place))) return json;
  }
  return undefined;
}
