import {
  type AnyTool,
  describeThrown,
  type ToolEnvironment,
  ToolError,
  type ToolFacts,
} from "../../contract/index.js";
import { pathsInInput } from "../../schema/index.js";
import { readFacts } from "../host/read-facts.js";
import { isToldToolError } from "../values/index.js";

/** The facts of a call before its paths are looked up. */
export interface UnlocatedFacts extends ToolFacts {
  /** Whether the paths were derived from the input, because the tool declares no facts. */
  readonly isDerived: boolean;
  /** A clause with the reason why the call may touch other paths. */
  readonly unknownPaths?: string;
}

/** Returns the facts that a tool declares, or those that its input shows if it declares none. */
export function toolFacts(tool: AnyTool, input: unknown, environment: ToolEnvironment): UnlocatedFacts {
  if (tool.facts === undefined) return derivedFacts(tool, input);
  try {
    return { ...readFacts(tool.facts(input, environment)), isDerived: false };
  } catch (thrown) {
    // A tool error is written for the model; any other message names the function that failed.
    if (isToldToolError(thrown)) throw thrown;
    throw new ToolError(`The facts function of the tool '${tool.name}' failed: ${describeThrown(thrown)}`);
  }
}

const NO_FACTS: UnlocatedFacts = Object.freeze({ isDerived: true });

/** Returns the paths that the input of a tool without facts names. A built-in tool without facts touches no paths. */
function derivedFacts({ name, source, inputSchema }: AnyTool, input: unknown): UnlocatedFacts {
  if (source === "builtin") return NO_FACTS;
  const { paths, unknown } = pathsInInput(input, inputSchema);
  if (unknown === undefined) return paths.length === 0 ? NO_FACTS : { paths, isDerived: true };
  return {
    paths,
    isDerived: true,
    unknownPaths: `the tool '${name}' declares no facts, and the parameter '${unknown}' does not show them`,
  };
}
