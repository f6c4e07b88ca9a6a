export { PROTECTED_PLACES } from "./protected-places.js";
