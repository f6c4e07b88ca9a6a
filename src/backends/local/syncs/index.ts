export { DURABILITIES, type Durability, FileSyncs } from "./file-syncs.js";
