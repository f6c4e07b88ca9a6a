import { isAbsolute, relative, sep } from "node:path";
import type { ApprovalHandler } from "collet";

const TEST_COMMAND = /^(?:node --test|npm (?:run )?test)(?: [\w./=-]+)*(?: 2>&1)?$/;

/**
 * Who may do what in this demo. Reading and searching inside the project needs nobody's leave; what is asked about comes
 * here: changes inside the project and its tests are approved, anything else is refused with a reason the model reads.
 */
export function approveWithin(directory: string): ApprovalHandler {
  return ({ facts: { command, paths = [] } }) => {
    const outside = paths
      .map((fact) => (typeof fact === "string" ? fact : fact.path))
      .find((path) => !isInside(directory, path));
    if (outside !== undefined) return { approved: false, reason: `${outside} is outside the project.` };
    if (command !== undefined && !TEST_COMMAND.test(command)) {
      return { approved: false, reason: "In this demo only the tests may be run: node --test" };
    }
    return command !== undefined || paths.length > 0;
  };
}

function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}
