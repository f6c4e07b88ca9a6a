export { followCommand } from "./follow-command.js";
export { watchHost } from "./host-watch.js";
export { sweep } from "./process-tree.js";
export { programFailure } from "./program-failure.js";
export { RunningCommands } from "./running-commands.js";
export { ShellHold } from "./shell-hold.js";
export { type Launch, startCommand } from "./start-command.js";
export { followService, type Service, type ServiceEnd, type ServiceRequest } from "./start-service.js";
