export { DURABILITIES, type Durability } from "./durability.js";
export { FileSyncs } from "./file-syncs.js";
