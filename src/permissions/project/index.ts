export { PASSED_OPTIONS } from "./passed-options.js";
export { PROJECT_PROGRAMS } from "./programs/index.js";
export type { ProjectAction, ProjectProgram, TaskRunner, TaskSource } from "./project-program.js";
export { readProjectCommand } from "./read-project-command.js";
export { LAUNCHERS, TASK_RUNNERS } from "./task-runners.js";
