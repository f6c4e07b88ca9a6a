import type { SessionState, Workspace } from "../../contract/index.js";
import { RUNTIME_STATES } from "./session-export.js";

/**
 * Returns the session states that can be exported. Every part needs a unique name: two parts with one name would read
 * each other's state.
 */
export function sessionStatesOf({
  workspace,
  sessionStates = [],
}: {
  readonly workspace?: Workspace;
  readonly sessionStates?: readonly SessionState[];
}): readonly SessionState[] {
  const states = [...RUNTIME_STATES, ...(workspace?.sessionStates ?? []), ...sessionStates];
  const twice = states.find(({ name }, index) => states.findIndex((other) => other.name === name) < index);
  if (twice === undefined) return states;
  throw new RangeError(`sessionStates: two parts have the name '${twice.name}'. Rename one of them.`);
}
