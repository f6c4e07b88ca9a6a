export { type DiffStep, diffSequences } from "./sequence-diff.js";
export { diffTexts } from "./text-diff.js";
