export { type InsertInput, insertOperation, LineOutOfRange } from "./insert.js";
export { type TextEditorInput, type TextEditorOutput, textEditorOperation } from "./text-editor.js";
