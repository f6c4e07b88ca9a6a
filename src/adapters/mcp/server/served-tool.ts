import type {
  AnyTool,
  JsonObjectSchema,
  JsonSchema,
  ToolAnnotations,
  ToolKind,
} from "../../../contract/index.js";

/** Tool as a client of the protocol sees it. */
export interface ServedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** Kinds of tools that change nothing. */
const READ_ONLY: readonly ToolKind[] = ["read", "search", "think", "fetch"];

/** Kinds of tools that may remove or overwrite something. */
const DESTRUCTIVE: readonly ToolKind[] = ["edit", "delete", "move", "execute", "other"];

/** Kinds of tools that reach beyond this machine, or may. */
const OPEN_WORLD: readonly ToolKind[] = ["fetch", "execute", "other"];

/** Converts a tool for clients: its schemas unchanged, and hints by its kind unless it declares its own. */
export function servedTool({
  name,
  description,
  inputSchema,
  outputSchema,
  kind,
  annotations,
}: AnyTool): ServedTool {
  const hints: ToolAnnotations = {
    readOnlyHint: READ_ONLY.includes(kind),
    destructiveHint: DESTRUCTIVE.includes(kind),
    openWorldHint: OPEN_WORLD.includes(kind),
    ...annotations,
  };
  return {
    name,
    ...(annotations.title !== undefined && { title: annotations.title }),
    description,
    inputSchema,
    ...(hasStructuredOutput(outputSchema) && { outputSchema }),
    annotations: hints,
  };
}

/** Returns whether results of a tool have a machine-readable form: the protocol supports it for objects only. */
export function hasStructuredOutput(outputSchema: JsonSchema | undefined): outputSchema is JsonSchema {
  return outputSchema?.type === "object";
}
