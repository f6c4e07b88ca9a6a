import type { SchedulerRun, TaskSubmission } from "../../batching/index.js";
import type { ToolResult } from "../../contract/index.js";
import type { WatchedCall } from "../run/index.js";

/** What watched calls were handed in as, for those that have to wait for them. */
const watchedTasks = new WeakMap<object, WatchedCall>();

/** Hands a call to the scheduler; one that is watched is told what it waits for, in calls. */
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
