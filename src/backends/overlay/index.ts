export type { OverlayChange } from "./list-changes.js";
export { type OverlayBackend, type OverlayBackendOptions, overlayBackend } from "./overlay-backend.js";
