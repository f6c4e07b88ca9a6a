export { type LocalTrashOptions, localTrash } from "./local-trash.js";
