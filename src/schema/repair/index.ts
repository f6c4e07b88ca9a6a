export { findHostileInput } from "./hostile-input.js";
export { findOversizedJson, MAX_INPUT_VALUES } from "./input-limits.js";
export { type RepairedInput, type RepairOptions, repairInput } from "./repair-input.js";
