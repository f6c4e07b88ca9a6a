export { expandedText } from "./expanded-text.js";
export { type InsertedWord, insertedWord } from "./inserted-values.js";
export { isPlainValue, isPlainVariable, MAX_TURNS } from "./variable-names.js";
