import { defineToolset, type Toolset } from "../toolset.js";
import { bash } from "./bash.js";
import { deleteFile } from "./delete-file.js";
import { edit } from "./edit.js";
import { glob } from "./glob.js";
import { grep } from "./grep.js";
import { listDir } from "./list-dir.js";
import { move } from "./move.js";
import { multiEdit } from "./multi-edit.js";
import { notebookEdit } from "./notebook-edit.js";
import { powerShell } from "./powershell.js";
import { read } from "./read.js";
import {
  askUserQuestion,
  exitPlanMode,
  sendMessage,
  skill,
  taskCreate,
  taskGet,
  taskList,
  taskOutput,
  taskStop,
  taskUpdate,
} from "./session/index.js";
import { spawn } from "./spawn.js";
import { task } from "./task.js";
import { todoWrite } from "./todo-write.js";
import { webFetch } from "./web-fetch.js";
import { webSearch } from "./web-search.js";
import { write } from "./write.js";

function makeTools() {
  return [
    read(),
    write(),
    edit(),
    multiEdit(),
    notebookEdit(),
    bash(),
    powerShell(),
    grep(),
    glob(),
    listDir(),
    move(),
    deleteFile(),
    todoWrite(),
    task(),
    spawn(),
    webFetch(),
    webSearch(),
    taskCreate(),
    taskUpdate(),
    taskGet(),
    taskList(),
    taskOutput(),
    taskStop(),
    askUserQuestion(),
    exitPlanMode(),
    skill(),
    sendMessage(),
  ] as const;
}

/** Tools of {@link claudeCodeToolset}, each with its own types. */
export type ClaudeCodeTools = ReturnType<typeof makeTools>;

/**
 * Claude Code's tools with their parameters, limits and rules: an existing file is written or edited only after the session
 * has read it.
 */
export const claudeCodeToolset: Toolset<ClaudeCodeTools> = defineToolset({
  name: "claude-code",
  staleness: "require-read",
  makeTools,
});
