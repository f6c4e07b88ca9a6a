import { resolve } from "node:path";
import { createToolRuntime } from "collet";

/** Creates the runtime of both processes. It has no `onApproval`: a call that needs an approval returns `blocked-on-user`. */
export function projectRuntime(directory: string) {
  return createToolRuntime({ cwd: resolve(directory) });
}
