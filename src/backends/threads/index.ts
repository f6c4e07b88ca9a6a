export {
  checkThreadEntries,
  checkThreadId,
  MAX_ENTRY_CHARACTERS,
  titleOf,
} from "./check-thread.js";
export { countHeld, excerptsOf } from "./excerpts.js";
export { type IndexedPiece, MAX_PIECE_CHARACTERS, type ThreadHit, ThreadIndex } from "./thread-index.js";
