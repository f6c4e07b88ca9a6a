export { ChangeJournal, MAX_JOURNAL_BYTES } from "./change-journal.js";
export {
  concerns,
  createdStep,
  type JournalEntry,
  type JournalStep,
  journalEntry,
  type MovedMark,
  movedStep,
  removedStep,
  replacedStep,
  trashedStep,
} from "./journal-entry.js";
