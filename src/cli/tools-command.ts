import { Option } from "commander";
import { createToolRuntime } from "../create-tool-runtime.js";
import type { Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import { EXPORT_FORMATS, plainExport } from "./export-formats.js";
import { toolsetNamed, toolsetOption } from "./toolset-option.js";

interface ToolsOptions {
  readonly toolset: string;
  readonly for?: string;
  readonly compact?: true;
}

/** The subcommand `collet tools`: prints the tools of a toolset as JSON, in Collet's format or that of a provider. */
export const toolsCommand: Subcommand = {
  addTo(program, { streams, end }) {
    program
      .command("tools")
      .description("print the tools of a toolset as JSON")
      .addOption(toolsetOption())
      .addOption(
        new Option("--for <provider>", "provider whose format to use").choices(Object.keys(EXPORT_FORMATS)),
      )
      .option("--compact", "print on one line")
      .action(async ({ toolset, for: provider, compact }: ToolsOptions) => {
        await using runtime = createToolRuntime({ cwd: streams.cwd, toolset: toolsetNamed(toolset) });
        const toExport = provider === undefined ? undefined : EXPORT_FORMATS[provider];
        const warn = (message: string): void => void streams.stderr.write(`${message}\n`);
        const exported = toExport?.(runtime.tools(), warn) ?? plainExport(runtime.tools());
        streams.stdout.write(`${JSON.stringify(exported, undefined, compact ? undefined : 2)}\n`);
        end(EXIT_CODES.done);
      });
  },
};
