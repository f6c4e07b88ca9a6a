export { diffSequences, diffTexts } from "./sequence-diff.js";
export type { DiffStep } from "./step-list.js";
