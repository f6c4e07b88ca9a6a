import type { SchedulerRun, TaskSubmission } from "../../batching/index.js";
import type { ToolResult } from "../../contract/index.js";
import type { WatchedCall } from "../run/index.js";

/** The watched call of each submission, for the calls that have to wait for it. */
const watchedTasks = new WeakMap<object, WatchedCall>();

/** Submits a call to the scheduler; a watched call is told which calls it waits for. */
export function submitTask(
  schedule: SchedulerRun,
  submission: TaskSubmission<ToolResult>,
  watched: WatchedCall | undefined,
): Promise<ToolResult> {
  if (watched === undefined) return schedule.submit(submission);
  const task: TaskSubmission<ToolResult> = {
    onWait: (earlier) => watched.waits(earlier.flatMap((each) => watchedTasks.get(each)?.observed ?? [])),
    ...submission,
  };
  watchedTasks.set(task, watched);
  return schedule.submit(task);
}
