export { askUserQuestion, exitPlanMode } from "./ask-user-question.js";
export { taskOutput, taskStop } from "./job-output.js";
export { sendMessage } from "./send-message.js";
export { skill } from "./skill.js";
export { taskCreate, taskGet, taskList, taskUpdate } from "./tasks.js";
