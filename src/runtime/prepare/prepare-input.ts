import {
  type AnyTool,
  describeThrown,
  type InputValidationError,
  ignoreRejection,
  isThenable,
  type StandardResult,
  type ToolEnvironment,
} from "../../contract/index.js";
import { aliasTool } from "../../registry/index.js";
import {
  findHostileInput,
  findUnknownParameters,
  invalidInputMessage,
  misspelledInputMessage,
  readStandardResult,
  repairInput,
  type UnknownParameter,
} from "../../schema/index.js";
import { ellipsized } from "../../text/index.js";
import { isRecord } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { type InTimeOptions, inTime } from "../host/in-time.js";
import { kindOf } from "../host/kind-of.js";
import { type CallFailure, callFailure, failureFromThrown } from "../values/index.js";
import { ineffectiveParameters } from "./ineffective-parameters.js";
import { mappingNotes } from "./mapping-notes.js";
import type { ResolvedCall } from "./resolve-call.js";

/** Longest message of a tool about an invalid input, in UTF-16 code units. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** An input that its tool accepts. */
export interface PreparedInput {
  readonly status: "prepared";
  readonly input: unknown;
  readonly repairs: readonly string[];
  /** Parameters that the tool does not have. */
  readonly unknown: readonly UnknownParameter[];
  /** Whether the tool receives them nevertheless. */
  readonly passesUnknown: boolean;
}

/**
 * Runs stages 2 to 4: repair the input by the schema, validate it, let the tool preprocess it.
 *
 * Returns synchronously unless the schema is asynchronous: most are not, and one promise per call would be
 * measurable.
 */
export function prepareInput(
  resolved: ResolvedCall,
  received: unknown,
  options: PrepareInputOptions,
): PreparedInput | CallFailure | Promise<PreparedInput | CallFailure> {
  const { tool, mapInput, alias } = resolved;
  if (alias?.shown === undefined) return prepareForTool(resolved, received, options);
  // First by the schema that the model sees, then, converted, by the tool's.
  const asShown = prepareForTool({ status: "resolved", tool: aliasTool(tool, alias) }, received, options);
  const convert = (shown: PreparedInput | CallFailure) => {
    if (shown.status !== "prepared") return shown;
    const converted = prepareForTool({ status: "resolved", tool, mapInput }, shown.input, {
      ...options,
      inputRepair: "off",
    });
    return isThenable(converted)
      ? (converted as Promise<PreparedInput | CallFailure>).then((own) => joined(shown, own, received))
      : joined(shown, converted as PreparedInput | CallFailure, received);
  };
  return isThenable(asShown)
    ? (asShown as Promise<PreparedInput | CallFailure>).then(convert)
    : convert(asShown as PreparedInput | CallFailure);
}

/** Joins the notes of both steps. A parameter that the model did not send is a default of the schema. */
function joined(
  shown: PreparedInput,
  own: PreparedInput | CallFailure,
  received: unknown,
): PreparedInput | CallFailure {
  if (own.status !== "prepared") return own;
  const sent = isRecord(received) ? received : {};
  return {
    ...own,
    repairs: shown.repairs,
    unknown: [...shown.unknown, ...own.unknown.filter(({ path }) => Object.hasOwn(sent, path))],
    passesUnknown: shown.passesUnknown && own.passesUnknown,
  };
}

interface PrepareInputOptions extends Pick<InTimeOptions, "clock" | "limitMs"> {
  readonly inputRepair: "on" | "off";
  readonly environment: ToolEnvironment;
}

function prepareForTool(
  resolved: ResolvedCall,
  received: unknown,
  options: PrepareInputOptions,
): PreparedInput | CallFailure | Promise<PreparedInput | CallFailure> {
  const { tool } = resolved;
  const shaped = readableInput(resolved, received, options.inputRepair);
  if ("problem" in shaped) {
    return callFailure("invalid-input", `Invalid input for '${tool.name}': ${shaped.problem}`);
  }
  const accept = (parsed: unknown) =>
    acceptInput(resolved, readStandardResult(parsed), shaped, options.environment);
  const refuse = (thrown: unknown) =>
    callFailure("invalid-input", `The schema of '${tool.name}' failed: ${describeThrown(thrown)}`);
  try {
    const parsed: unknown = tool.validateInput(shaped.input);
    if (!isThenable(parsed)) return accept(parsed);
    const { clock, limitMs } = options;
    return inTime(parsed, { clock, limitMs, what: `The schema of '${tool.name}'` })
      .then(accept)
      .catch(refuse);
  } catch (thrown) {
    return refuse(thrown);
  }
}

function acceptInput(
  { tool, mapInput }: ResolvedCall,
  parsed: StandardResult<unknown>,
  { input, repairs, dropped = [] }: Exclude<ShapedInput, { readonly problem: string }>,
  environment: ToolEnvironment,
): PreparedInput | CallFailure {
  if (parsed.issues !== undefined) {
    const message = invalidInputMessage(tool, parsed.issues, input);
    return callFailure("invalid-input", formattedMessage(tool, { issues: parsed.issues, message }));
  }
  const schema: AnyTool["inputSchema"] = tool.inputSchema;
  const found = isRecord(input) ? findUnknownParameters(schema, input, mapInput?.parameters) : [];
  const misspelled = found.filter(({ isMisspelled }) => isMisspelled);
  if (misspelled.length > 0) return callFailure("invalid-input", misspelledInputMessage(tool, misspelled));
  const unknown = [...dropped.map((path): UnknownParameter => ({ path, isMisspelled: false })), ...found];
  const passesUnknown =
    dropped.length === 0 &&
    found.every(({ path }) => isRecord(parsed.value) && Object.hasOwn(parsed.value, path));
  try {
    const value: unknown = tool.preprocessArgs
      ? atOnce(tool.preprocessArgs(parsed.value, environment))
      : parsed.value;
    return { status: "prepared", input: value, repairs, unknown, passesUnknown };
  } catch (thrown) {
    return failureFromThrown(thrown, `The preprocessArgs function of the tool '${tool.name}'`);
  }
}

/** Returns the tool's own message about an invalid input; the default one if the tool has none or fails. */
function formattedMessage(
  { formatValidationError }: Pick<AnyTool, "formatValidationError">,
  error: InputValidationError,
): string {
  if (formatValidationError === undefined) return error.message;
  try {
    const message: unknown = atOnce(formatValidationError(error));
    return typeof message === "string" && message.trim() !== ""
      ? ellipsized(message, MAX_MESSAGE_CHARACTERS)
      : error.message;
  } catch (thrown) {
    ignoreRejection(thrown);
    return error.message;
  }
}

type ShapedInput =
  | {
      readonly input: unknown;
      readonly repairs: readonly string[];
      /** Parameters that the mapping dropped. */
      readonly dropped?: readonly string[];
    }
  | { readonly problem: string };

/** Reads an input. A value that did not come from JSON may throw on access: a getter, a proxy. */
function readableInput(resolved: ResolvedCall, received: unknown, inputRepair: "on" | "off"): ShapedInput {
  try {
    return shapeInput(resolved, received, inputRepair);
  } catch (thrown) {
    return { problem: `it cannot be read: ${describeThrown(thrown)}` };
  }
}

/** Repairs against the tool's schema; parameters of another dialect are mapped first, once they are an object. */
function shapeInput(resolved: ResolvedCall, received: unknown, inputRepair: "on" | "off"): ShapedInput {
  const { tool, mapInput } = resolved;
  const isObject = typeof received === "object" && received !== null && !Array.isArray(received);
  // Repair checks this as well, but too late where repair is off or a mapping comes first.
  const looksItself = inputRepair === "on" && mapInput === undefined;
  const problem = isObject && !looksItself ? findHostileInput(received) : undefined;
  if (problem !== undefined) return { problem };
  if (inputRepair === "off" && (mapInput === undefined || !isObject)) return { input: received, repairs: [] };
  const schema: AnyTool["inputSchema"] = tool.inputSchema;
  const options = { parameterAliases: tool.parameterAliases };
  if (mapInput === undefined) return repairInput(schema, received, options);

  // An alias has no schema, so its input is only converted to an object. An object is checked once, after the
  // mapping.
  const object = isObject
    ? { input: received as Readonly<Record<string, unknown>>, repairs: [] }
    : repairInput({ type: "object" }, received, { parameterAliases: {} });
  // An input that is not an object is repaired, or described, by the tool's own schema.
  if ("problem" in object) return repairInput(schema, received, options);
  try {
    const mapped: unknown = atOnce(mapInput(object.input));
    if (typeof mapped !== "object" || mapped === null || Array.isArray(mapped)) {
      throw new TypeError(`the mapInput function of the tool '${tool.name}' returned ${kindOf(mapped)}`);
    }
    const done = [
      ...object.repairs,
      ...mappingNotes(object.input, mapped as Readonly<Record<string, unknown>>),
    ];
    const dropped = ineffectiveParameters(
      object.input,
      mapped as Readonly<Record<string, unknown>>,
      mapInput,
    );
    if (inputRepair === "off") return { input: mapped, repairs: done, dropped };
    const repaired = repairInput(schema, mapped, options);
    return "problem" in repaired
      ? repaired
      : { input: repaired.input, repairs: [...done, ...repaired.repairs], dropped };
  } catch (thrown) {
    return { problem: `its parameters could not be mapped: ${describeThrown(thrown)}` };
  }
}
