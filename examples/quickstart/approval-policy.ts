import { isAbsolute, relative, sep } from "node:path";
import type { ApprovalHandler } from "collet";

const TEST_COMMAND = /^(?:node --test|npm (?:run )?test)(?: [\w./=-]+)*(?: 2>&1)?$/;

/**
 * Creates the approver of this demo. Reads and searches inside the project need no approval. This approver approves changes
 * inside the project and runs of its tests. It rejects every other call with a reason that the model reads.
 */
export function approveWithin(directory: string): ApprovalHandler {
  return ({ facts: { command, paths = [] } }) => {
    const outside = paths
      .map((fact) => (typeof fact === "string" ? fact : fact.path))
      .find((path) => !isInside(directory, path));
    if (outside !== undefined) return { approved: false, reason: `${outside} is outside the project.` };
    if (command !== undefined && !TEST_COMMAND.test(command)) {
      return { approved: false, reason: "In this demo, only the tests may run: node --test" };
    }
    return command !== undefined || paths.length > 0;
  };
}

function isInside(directory: string, path: string): boolean {
  const route = relative(directory, path);
  return !isAbsolute(route) && route !== ".." && !route.startsWith(`..${sep}`);
}
