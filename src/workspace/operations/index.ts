export { applyTogether } from "./apply-together.js";
export { movePath } from "./move-path.js";
export { removalLimits, removePath } from "./remove-path.js";

export { undoChange } from "./undo-change.js";
export { updateText } from "./update-text.js";
export { writeText } from "./write-text.js";
