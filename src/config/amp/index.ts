export { type AmpFile, readAmpFiles } from "./amp-files.js";
export { readAmpPermissions } from "./read-amp.js";
