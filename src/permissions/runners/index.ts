export { allBesides, type BesidesCommands, besidesCommands } from "./besides-commands.js";
export { CODE_VARIABLES } from "./code-runners.js";
export { bareName, SHELLS, WITH_OPERAND, WRAPPERS } from "./wrappers.js";
