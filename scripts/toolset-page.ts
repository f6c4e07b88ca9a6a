import type { AnyTool, JsonSchema } from "../src/contract/index.js";
import { createToolRuntime } from "../src/create-tool-runtime.js";
import { FOREIGN_TOOLS } from "../src/registry/foreign-tools.js";
import { describeSchema } from "../src/schema/describe/describe-schema.js";
import { schemaReader } from "../src/schema/describe/schema-reader.js";
import { TOOLSETS, type ToolsetName } from "../src/toolsets/index.js";
import { DIFFERENCES, type Difference } from "./differences/index.js";
import { conditionsOf, listedByDefault } from "./tool-conditions.js";

/** The toolsets that have a page. `none` has no tools to show. */
export const PAGED_TOOLSETS = (Object.keys(TOOLSETS) as ToolsetName[]).filter(
  (name): name is Exclude<ToolsetName, "none"> => name !== "none",
);

const STALENESS = {
  never: "Tools change a file even if the session has not read it.",
  "if-read":
    "If the session has read a file that has changed since then, edits are merged with the changes, and tools that replace the whole file refuse.",
  "require-read":
    "Tools change an existing file only after the session has read it. If it has changed since then, edits are merged with the changes, and tools that replace the whole file refuse.",
} as const;

/** The agent, with the version or date, whose tools a toolset has. */
const VERSIONS: Readonly<Record<Exclude<ToolsetName, "none">, string>> = {
  amp: "the Amp specification",
  opencode: "OpenCode 1.2",
  "claude-code": "Claude Code as in the typings of its agent SDK 0.3.330, and of its earlier versions",
  codex: "Codex 0.169; `codexCodeMode` adds `exec` and `wait` ([code mode](../code-mode.md#codex))",
  "gemini-cli": "gemini-cli 0.61",
};

/** The default of the runtime. */
const DEFAULT_STALENESS = "if-read";

/** Returns the page about a toolset: a table of its tools, and the description and parameters of each tool as a model sees them. */
export async function toolsetPage(name: Exclude<ToolsetName, "none">): Promise<string> {
  const { tools, staleness = DEFAULT_STALENESS, truncation } = TOOLSETS[name];
  const listed: readonly AnyTool[] = tools;
  return `${[
    `# Toolset ${name}`,
    "",
    `The tools are those of ${VERSIONS[name]}.`,
    "",
    "This program lists the tools of the toolset that need no further service:",
    "",
    "```ts",
    'import { createToolRuntime } from "collet";',
    "",
    `await using runtime = createToolRuntime({ toolset: "${name}" });`,
    'console.log(runtime.tools().map((tool) => tool.name).join(" "));',
    "```",
    "",
    "It prints:",
    "",
    "```",
    (await listedByDefault(name)).join(" "),
    "```",
    "",
    "The toolset consists of these tools:",
    "",
    "| Tool | Description | Kind | Condition | Other names |",
    "| --- | --- | --- | --- | --- |",
    ...listed.map((tool) =>
      row(
        `[${code(tool.name)}](#${anchor(tool.name)})`,
        summary(tool),
        tool.kind,
        conditionsOf(tool),
        aliases(tool),
      ),
    ),
    "",
    STALENESS[staleness],
    bound(truncation?.limits),
    "[Toolsets](../toolsets.md) explains how to choose a toolset and how to define your own.",
    ...differences(DIFFERENCES[name] ?? []),
    ...(await leftOut(name)),
    ...listed.flatMap(section),
  ].join("\n")}\n`;
}

function differences(rows: readonly Difference[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    "",
    "## Differences from the specification",
    "",
    "| Tool | Specification | Collet | Reason |",
    "| --- | --- | --- | --- |",
    ...rows.map(({ tool, specification, collet, reason }) =>
      row(tool === "all" ? "all" : code(tool), escaped(specification), escaped(collet), escaped(reason)),
    ),
  ];
}

/** Lists the tools of the agent that the toolset leaves out. */
async function leftOut(name: Exclude<ToolsetName, "none">): Promise<readonly string[]> {
  const rows = FOREIGN_TOOLS.filter(({ toolset }) => toolset === name);
  if (rows.length === 0) return [];
  await using runtime = createToolRuntime({
    toolset: name,
    model: { generate: () => Promise.reject(new Error("No tool of this runtime is called.")) },
  });
  return [
    "",
    "## Tools that are left out",
    "",
    "The error of a call of these tools is `unknown-tool`, and its message states what to do instead.",
    "",
    "| Tool | Message | Reason |",
    "| --- | --- | --- |",
    ...rows.map(({ names, reason = "" }) => {
      const resolution = runtime.registry.resolve(names[0]);
      const message = resolution.status === "unknown" ? resolution.instead : undefined;
      return row(names.map(code).join(", "), escaped(message ?? ""), escaped(reason));
    }),
  ];
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
      ? ["The tool has no parameters."]
      : [
          "| Parameter | Type | Description |",
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
  return `A result has at most ${maxLines === undefined ? bytes : `${maxLines.toLocaleString("en")} lines and ${bytes}`}, unless the description of the tool states another limit.`;
}

/** Returns the first sentence of the description of a tool, or its first line. */
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

/** Escapes what would end a cell; the text is Markdown. */
function escaped(markdown: string): string {
  return markdown
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")
    .replaceAll("{{", "{&#123;");
}

/** Escapes a text, so that it neither ends a cell nor counts as HTML or as a template of the site. */
function cell(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll("*", "\\*")
    .replaceAll("{{", "{&#123;");
}
