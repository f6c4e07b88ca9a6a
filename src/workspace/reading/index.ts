export type { ByteRun } from "./line-collector.js";
export { readLineWindow } from "./line-window.js";
export { encodeLongText, textOf } from "./long-text.js";
export { decodeText, encodeText, encodingOf, labelOf, type TextEncoding } from "./text-codec.js";
export { MAX_TEXT_FILE_BYTES, readTextFile } from "./text-file.js";
export { holdsBytes, readWholeFile, sameBytes } from "./whole-file.js";
