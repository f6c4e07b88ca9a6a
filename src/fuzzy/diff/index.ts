export { diffSequences } from "./sequence-diff.js";
export type { DiffStep } from "./step-list.js";
export { diffTexts } from "./text-diff.js";
