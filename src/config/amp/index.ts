export { readAmpPermissions } from "./read-amp.js";
