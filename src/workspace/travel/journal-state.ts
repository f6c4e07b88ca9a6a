import type { JsonValue, SessionState } from "../../contract/index.js";
import { ChangeJournal, type JournalEntry } from "../journal/index.js";
import { ExactJson } from "./exact-json.js";
import { entryFrom, entryJson } from "./journal-json.js";
import type { TravelPlace } from "./travel-place.js";

/** Changes of an exported session, as many as a session remembers. */
const MAX_ENTRIES = 256;

/**
 * What a session can take back. The latest changes come along as long as there is room, and the first that does not fit ends it:
 * nobody is to take back an earlier change in its place.
 */
export function journalState(placeOf: (root: string) => Promise<TravelPlace>): SessionState {
  return {
    name: "journal",
    async export(session, { root, maxBytes }) {
      const place = await placeOf(root);
      const journal = new ChangeJournal(session);
      const entries: JsonValue[] = [];
      let bytes = 0;
      let dropped = journal.hasDropped;
      for (const entry of [...journal.entries()].reverse()) {
        const json = await entryJson(entry, place);
        const size = json === undefined ? 0 : JSON.stringify(json).length;
        if (json === undefined || bytes + size > maxBytes) {
          dropped = true;
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
