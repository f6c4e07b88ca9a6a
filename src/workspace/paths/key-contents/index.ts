export { KeyFiles } from "./key-files.js";
