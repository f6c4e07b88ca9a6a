export type { ByteRun } from "./line-collector.js";
export { readLineWindow } from "./line-window.js";
export { encodeLongText, readTextFile, textOf } from "./long-text.js";
export { decodeText, encodeText, encodingOf, labelOf, type TextEncoding } from "./text-codec.js";
export { holdsBytes, MAX_TEXT_FILE_BYTES, MAX_WHOLE_FILE_BYTES, readWholeFile } from "./whole-file.js";
