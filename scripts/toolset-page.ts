import type { AnyTool, JsonSchema } from "../src/contract/index.js";
import { describeSchema } from "../src/schema/describe/describe-schema.js";
import { schemaReader } from "../src/schema/describe/schema-reader.js";
import { TOOLSETS, type ToolsetName } from "../src/toolsets/index.js";

/** The toolsets that have a page; `none` has no tools to show. */
export const PAGED_TOOLSETS = (Object.keys(TOOLSETS) as ToolsetName[]).filter((name) => name !== "none");

const STALENESS = {
  never: "A file may be changed without having been read.",
  "if-read": "A file that the session read is changed only if it is still as it was read.",
  "require-read":
    "A file that exists is changed only after the session has read it, and only if it is still as it was read.",
} as const;

/** What holds where neither the toolset nor the host says otherwise. */
const DEFAULT_STALENESS = "if-read";

/** The page about a toolset: its tools in a table, and of each the words and parameters that a model sees. */
export function toolsetPage(name: ToolsetName): string {
  const { tools, staleness = DEFAULT_STALENESS, truncation } = TOOLSETS[name];
  const listed: readonly AnyTool[] = tools;
  return `${[
    `# Toolset ${name}`,
    "",
    "```ts",
    'import { createToolRuntime } from "collet";',
    "",
    `await using runtime = createToolRuntime({ toolset: "${name}" });`,
    "console.log(runtime.tools().map((tool) => tool.name));",
    "```",
    "",
    "| Tool | What it does | Kind | Also answers to |",
    "| --- | --- | --- | --- |",
    ...listed.map((tool) =>
      row(`[${code(tool.name)}](#${anchor(tool.name)})`, summary(tool), tool.kind, aliases(tool)),
    ),
    "",
    STALENESS[staleness],
    bound(truncation?.limits),
    "[Toolsets](../toolsets.md) says how to choose one, and how to make your own.",
    ...listed.flatMap(section),
  ].join("\n")}\n`;
}

function section(tool: AnyTool): readonly string[] {
  const read = schemaReader(tool.inputSchema);
  const { properties, required } = read(tool.inputSchema);
  return [
    "",
    `## ${tool.name}`,
    "",
    "```text",
    tool.description,
    "```",
    "",
    ...(properties.size === 0
      ? ["It takes no parameters."]
      : [
          "| Parameter | Type | What it is |",
          "| --- | --- | --- |",
          ...[...properties].map(([parameter, schema]) =>
            row(
              code(parameter),
              `${cell(describeSchema(schema, read))}${required.has(parameter) ? "" : ", optional"}`,
              cell(description(schema)),
            ),
          ),
        ]),
  ];
}

function bound(limits: { readonly maxLines?: number; readonly maxBytes?: number } = {}): string {
  const { maxLines, maxBytes = 102_400 } = limits;
  const bytes = `${maxBytes.toLocaleString("en")} bytes`;
  return `A result has at most ${maxLines === undefined ? bytes : `${maxLines.toLocaleString("en")} lines and ${bytes}`}, unless the tool says otherwise.`;
}

/** The first sentence of what the model reads, or its first line. */
function summary({ description }: AnyTool): string {
  const [line = ""] = description.split("\n", 1);
  return cell(line.match(/^.*?\.(?=\s|$)/)?.[0] ?? line);
}

function aliases({ aliases }: AnyTool): string {
  return aliases.map(({ name }) => code(name)).join(", ");
}

function description(schema: JsonSchema): string {
  return typeof schema === "object" && typeof schema.description === "string" ? schema.description : "";
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function anchor(name: string): string {
  return name.toLowerCase();
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Text that neither ends a cell nor counts as HTML or as a template of the site. */
function cell(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll("*", "\\*")
    .replaceAll("{{", "{&#123;");
}
