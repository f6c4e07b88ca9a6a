import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { Option } from "commander";
import type { ToolResult } from "../contract/index.js";
import { createToolRuntime } from "../create-tool-runtime.js";
import { PERMISSION_PRESETS, type PermissionPreset } from "../permissions/index.js";
import { approvalOf } from "./approval.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { exitCodeOf } from "./exit-code.js";
import { printable } from "./printable.js";
import { toolsetNamed, toolsetOption } from "./toolset-option.js";

interface CallOptions {
  readonly toolset: string;
  readonly cwd?: string;
  readonly permissions: PermissionPreset;
  readonly yes?: true;
  readonly json?: true;
}

/** The subcommand `collet call`: runs one tool through the whole pipeline, as a model's call would run. */
export const callCommand: Subcommand = {
  addTo(program, { streams, end }) {
    program
      .command("call")
      .description("call a tool and print the text that a model would read")
      .argument("<tool>", "its name or one of its aliases")
      .argument("[input]", "its input as JSON; - reads it from the standard input", "{}")
      .addOption(toolsetOption())
      .option("--cwd <folder>", "folder that relative paths start at and tools stay in")
      .addOption(
        new Option("--permissions <preset>", "what may run without a question")
          .choices([...PERMISSION_PRESETS])
          .default("default"),
      )
      .option("-y, --yes", "answer every question with yes; denied calls stay denied")
      .option("--json", "print the whole result as JSON")
      .action(async (name: string, given: string, options: CallOptions) => {
        const input = given === "-" ? await readText(streams.stdin) : given;
        const result = await callOnce({ name, input }, options, streams);
        if (options.json) streams.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
        else printResult(result, streams);
        end(exitCodeOf(result));
      });
  },
};

async function callOnce(
  { name, input }: { readonly name: string; readonly input: string },
  options: CallOptions,
  streams: CommandLineStreams,
): Promise<ToolResult> {
  const onApproval = approvalOf(streams, options.yes ? "yes" : "ask");
  await using runtime = createToolRuntime({
    cwd: options.cwd === undefined ? streams.cwd : resolve(streams.cwd, options.cwd),
    toolset: toolsetNamed(options.toolset),
    permissions: options.permissions,
    // The runtime ends after one call: an approved language server would be started for nothing.
    diagnosticsBudgetMs: false,
    ...(onApproval && { onApproval }),
  });
  // The pipeline parses the text as it would a model's, and reports its errors.
  return await runtime.execute({ id: "call-1", name, input }, { signal: streams.signal });
}

/** Prints the text that the model reads to the standard output, and the reason of a failure to the standard error. */
function printResult(result: ToolResult, { stdout, stderr }: CommandLineStreams): void {
  if (result.status === "done") {
    stdout.write(`${printable(result.content, stdout)}\n`);
    return;
  }
  stderr.write(`${printable(result.content, stderr)}\n`);
  if (result.status !== "blocked-on-user") return;
  stderr.write("No approver was available: run this on a terminal, or with --yes.\n");
}
