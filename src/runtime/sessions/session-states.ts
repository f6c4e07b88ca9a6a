import type { SessionState, Workspace } from "../../contract/index.js";
import { RUNTIME_STATES } from "./session-export.js";

/** Returns the parts of sessions that travel. Every part has a name of its own: two of one name would read each other's state. */
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
  throw new RangeError(`sessionStates: two parts are called '${twice.name}'. Give one another name.`);
}
