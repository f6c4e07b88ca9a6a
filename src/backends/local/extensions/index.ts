export { localExtensions } from "./local-extensions.js";
