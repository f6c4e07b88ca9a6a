export { type OpenedEntry, openEntry, openFolderEntry, type PresentLocation } from "./opened-entry.js";
export { type OpenedText, openText, staleText } from "./opened-text.js";
export { planCreation, planReplacement } from "./plan-content.js";
export { moveKnowledge, type OpenedMove, planChangedMove, planMove } from "./plan-move.js";
export { planRemoval } from "./plan-removal.js";
export { carryOutPlans, type PlannedChange } from "./planned-change.js";
