export { type CreateInput, type CreateOutput, createOperation } from "./create.js";
export { type DeleteInput, type DeleteOutput, deleteOperation } from "./delete.js";
export { type MoveInput, type MoveOutput, moveOperation } from "./move.js";
export { type UndoInput, type UndoneFile, type UndoOutput, undoOperation } from "./undo.js";
