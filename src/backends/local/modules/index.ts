export { localModules } from "./local-modules.js";
