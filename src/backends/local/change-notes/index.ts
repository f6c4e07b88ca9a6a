export { type LocalChangeNotesOptions, localChangeNotes } from "./change-notes.js";
