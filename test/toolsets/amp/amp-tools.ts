import { ampToolset } from "../../../src/toolsets/index.js";

type AmpTool = (typeof ampToolset.tools)[number];

/** A tool of the toolset, with its own types. */
function named<Name extends AmpTool["name"]>(name: Name): Extract<AmpTool, { readonly name: Name }> {
  const found = ampToolset.tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`The amp toolset has no ${name}.`);
  return found as Extract<AmpTool, { readonly name: Name }>;
}

export const applyPatch = named("apply_patch");
export const bash = named("Bash");
export const check = named("Check");
export const createFile = named("create_file");
export const deleteFile = named("delete_file");
export const editFile = named("edit_file");
export const findThread = named("find_thread");
export const formatFile = named("format_file");
export const glob = named("glob");
export const grep = named("Grep");
export const killJob = named("kill_job");
export const list = named("list");
export const listJobs = named("list_jobs");
export const moveFile = named("move_file");
export const multiEdit = named("multi_edit");
export const read = named("Read");
export const readJob = named("read_job");
export const readThread = named("read_thread");
export const taskList = named("task_list");
export const undoEdit = named("undo_edit");
export const waitForJob = named("wait_for_job");
