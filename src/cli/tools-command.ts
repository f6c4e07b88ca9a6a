import { Option } from "commander";
import type { AnyTool } from "../contract/index.js";
import type { ToolRegistry } from "../registry/index.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES, UsageError } from "./exit-code.js";
import { EXPORT_FORMATS, plainExport } from "./export-formats.js";
import { addHostOptions, type HostArguments, openRuntime } from "./host/index.js";
import { styleFor, toolPage, toolTable } from "./listing/index.js";

interface ToolsOptions extends HostArguments {
  readonly for?: string;
  readonly json?: true;
  readonly compact?: true;
}

const EXAMPLES = `
Examples:
  collet tools                              a table of the tools
  collet tools Read                         one tool with its parameters
  collet tools --for openai > tools.json    the definitions to send to a provider
  collet tools --discover .agent            with the tools of a folder`;

/**
 * The subcommand `collet tools`: prints the tools of a toolset as a table, one tool with its parameters, or the
 * definitions as JSON in Collet's format or that of a provider.
 */
export const toolsCommand: Subcommand = {
  addTo(program, { streams, end }) {
    addHostOptions(
      program
        .command("tools")
        .description("print the tools of a toolset, or one of them with its parameters"),
    )
      .argument("[tool]", "its name or one of its aliases")
      .addOption(
        new Option("--for <provider>", "print JSON in the format of a provider").choices(
          Object.keys(EXPORT_FORMATS),
        ),
      )
      .option("--json", "print JSON in Collet's format")
      .option("--compact", "print the JSON on one line")
      .addHelpText("after", EXAMPLES)
      .action(async (name: string | undefined, options: ToolsOptions) => {
        await using runtime = await openRuntime(options, { streams });
        const tools = name === undefined ? runtime.tools() : [toolNamed(name, runtime.registry)];
        streams.stdout.write(`${render(tools, { name, options, streams })}\n`);
        end(EXIT_CODES.done);
      });
  },
};

interface RenderedTools {
  readonly name: string | undefined;
  readonly options: ToolsOptions;
  readonly streams: CommandLineStreams;
}

function render(tools: readonly AnyTool[], { name, options, streams }: RenderedTools): string {
  const { for: provider, json, compact } = options;
  const { stdout, stderr } = streams;
  if (provider === undefined && json === undefined && compact === undefined) {
    const style = styleFor(stdout);
    const [first] = tools;
    if (name !== undefined && first !== undefined) return toolPage(first, { style });
    return toolTable(tools, { style, columns: stdout.isTTY === true ? stdout.columns : undefined });
  }
  const warn = (message: string): void => void stderr.write(`${message}\n`);
  const toExport = provider === undefined ? undefined : EXPORT_FORMATS[provider];
  const exported = toExport?.(tools, warn) ?? plainExport(tools);
  return JSON.stringify(exported, undefined, compact === undefined ? 2 : undefined);
}

function toolNamed(name: string, registry: ToolRegistry): AnyTool {
  const found = registry.resolve(name);
  if (found.status === "found") return found.tool;
  const hint =
    found.nearest.length === 0
      ? "`collet tools` lists the names."
      : `Did you mean ${found.nearest.join(" or ")}?`;
  throw new UsageError(`No tool is named ${JSON.stringify(name)}. ${hint}`);
}
