import { describeThrown, ToolError } from "../../contract/index.js";
import { ToolDefinitionError } from "../../schema/index.js";
import { ToolRegistryError } from "../tool-registry-error.js";
import type { DiscoveryProblem, DiscoveryProblemCode } from "./discovery.js";

/** Characters of a foreign error that a report shows. */
const MAX_REASON_CHARACTERS = 1_500;

/** What a report says about whatever was thrown while a file was looked at. Never throws. */
export function problemOf(
  thrown: unknown,
  about: Pick<DiscoveryProblem, "file" | "export">,
): DiscoveryProblem {
  const reason = shortened(describeThrown(thrown));
  return { file: about.file, code: codeOf(thrown), reason, ...exportOf(about) };
}

/** The field for the export, where there is one. */
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

function shortened(text: string): string {
  return text.length > MAX_REASON_CHARACTERS ? `${text.slice(0, MAX_REASON_CHARACTERS)}…` : text;
}
