export { allBesides, type BesidesCommands, besidesCommands } from "./besides-commands.js";
export { bringsCode } from "./code-variables.js";
export { bareName, SHELLS, WITH_OPERAND, WRAPPERS } from "./wrappers.js";
