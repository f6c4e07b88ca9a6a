export { type Guidance, readGuidance } from "./read-guidance.js";
