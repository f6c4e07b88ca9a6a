import { resolve } from "node:path";
import { createToolRuntime } from "collet";

/** The runtime of both processes. It has no `onApproval`: a call that must be asked about comes back as `blocked-on-user`. */
export function projectRuntime(directory: string) {
  return createToolRuntime({ cwd: resolve(directory) });
}
