export { type OverlayBackend, type OverlayBackendOptions, overlayBackend } from "./overlay-backend.js";
export type { OverlayChange } from "./overlay-change.js";
