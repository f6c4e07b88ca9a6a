import { describeThrown, ToolError } from "../../contract/index.js";
import { ToolDefinitionError } from "../../schema/index.js";
import { ellipsized } from "../../text/index.js";
import { ToolRegistryError } from "../tool-registry-error.js";
import type { DiscoveryProblem, DiscoveryProblemCode } from "./discovery.js";

/** Maximum characters of an external error in a report. */
const MAX_REASON_CHARACTERS = 1_500;

/** Returns the problem for a value that was thrown while a file was processed. Never throws. */
export function problemOf(
  thrown: unknown,
  about: Pick<DiscoveryProblem, "file" | "export">,
): DiscoveryProblem {
  const reason = ellipsized(describeThrown(thrown), MAX_REASON_CHARACTERS);
  return { file: about.file, code: codeOf(thrown), reason, ...exportOf(about) };
}

/** Returns the field for the export, if there is one. */
export function exportOf({
  export: name,
}: Pick<DiscoveryProblem, "export">): Pick<DiscoveryProblem, "export"> {
  return name === undefined ? {} : { export: name };
}

function codeOf(thrown: unknown): DiscoveryProblemCode {
  // A tool error's code may be any text; those of the file system and of the ports are known.
  if (ToolError.isInstance(thrown)) return thrown.code as DiscoveryProblemCode;
  if (thrown instanceof ToolDefinitionError && thrown.code === "invalid-name") return "illegal-name";
  if (thrown instanceof ToolRegistryError) {
    return thrown.code === "wrong-prefix" ? "illegal-name" : "name-taken";
  }
  return "invalid-definition";
}
