export { guidanceState } from "./guidance-state.js";
export { journalState } from "./journal-state.js";
export { readsState } from "./reads-state.js";
export type { TravelPlace } from "./travel-place.js";
