import { statSync } from "node:fs";
import { dirname } from "node:path";

/** Others may enter a folder. */
const OTHERS_ENTER = 0o001;

/** Whether a folder above the tests is closed to other users, who then cannot start the package or ripgrep from it. */
export const isPrivateCheckout: boolean = hasClosedFolder(import.meta.dirname);

function hasClosedFolder(folder: string): boolean {
  if ((statSync(folder).mode & OTHERS_ENTER) === 0) return true;
  return dirname(folder) !== folder && hasClosedFolder(dirname(folder));
}
