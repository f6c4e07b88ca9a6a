import type { AnyTool } from "../../contract/index.js";
import { ellipsized } from "../../text/index.js";
import { describeParameters, schemaReader } from "../describe/index.js";
import type { UnknownParameter } from "./find-unknown-parameters.js";

/** Maximum number of unknown parameters that a text names; the others are counted. */
const MAX_NAMED = 5;

/** Maximum number of listed parameters of the tool; the others are counted. */
const MAX_LISTED = 16;

/** Maximum length of a shown name, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

/** Describes misspelled parameters for a model, with the names that it probably meant. */
export function misspelledInputMessage(
  tool: Pick<AnyTool, "name" | "inputSchema">,
  misspelled: readonly UnknownParameter[],
): string {
  const lines = misspelled
    .slice(0, MAX_NAMED)
    .map(({ path, nearest = "" }) => `- unknown: ${shown(path)} (did you mean ${shown(nearest)}?)`);
  return [
    `Invalid input for '${tool.name}':`,
    ...lines,
    ...(misspelled.length > MAX_NAMED ? [`- and ${misspelled.length - MAX_NAMED} more`] : []),
    `The call has not run. ${describeParameters(tool.inputSchema)} Correct the input and call again.`,
  ].join("\n");
}

/**
 * Returns the note about parameters that a call was given but its tool does not have: whether they had an effect, and the
 * names that the model may have meant.
 *
 * @param passedOn - whether the tool received them although its schema does not declare them
 */
export function unknownParametersNote(
  tool: Pick<AnyTool, "name" | "inputSchema">,
  unknown: readonly UnknownParameter[],
  { passedOn }: { readonly passedOn: boolean },
): string {
  const names = unknown.slice(0, MAX_NAMED).map(({ path }) => `'${shown(path)}'`);
  const rest = unknown.length - names.length;
  const list = `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  const what =
    unknown.length === 1
      ? `${list} is not a parameter of ${tool.name}`
      : `${list} are not parameters of ${tool.name}`;
  const effect = passedOn ? "and may have had no effect" : "and had no effect";
  return `Note: ${what} ${effect}. ${adviceFor(tool, unknown)}`;
}

function adviceFor(
  { inputSchema }: Pick<AnyTool, "inputSchema">,
  unknown: readonly UnknownParameter[],
): string {
  const meant = unknown
    .slice(0, MAX_NAMED)
    .flatMap(({ nearest }) => (nearest === undefined ? [] : [`'${shown(nearest)}'`]));
  if (meant.length > 0) return `Did you mean ${[...new Set(meant)].join(" and ")}?`;
  const known = [...schemaReader(inputSchema)(inputSchema).properties.keys()];
  if (known.length === 0) return "It has no parameters.";
  const rest = known.length > MAX_LISTED ? ` and ${known.length - MAX_LISTED} more` : "";
  return `Its parameters: ${known.slice(0, MAX_LISTED).map(shown).join(", ")}${rest}.`;
}

function shown(name: string): string {
  return ellipsized(name, MAX_NAME_LENGTH);
}
