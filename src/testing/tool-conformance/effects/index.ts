export { noEffects, type ProcessEffects } from "./process-effects.js";
export { watchEffects, withEffects } from "./watch-effects.js";
