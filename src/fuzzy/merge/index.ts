export { replacementFor } from "./replacement.js";
