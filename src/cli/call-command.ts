import { text as readText } from "node:stream/consumers";
import { renderPlan } from "../batching/index.js";
import type { ToolCall, ToolResult } from "../contract/index.js";
import type { ConnectingToolRuntime } from "../create-tool-runtime.js";
import { showActivity } from "./activity-line.js";
import { approvalOf } from "./approval.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES, exitCodeOf, UsageError } from "./exit-code.js";
import {
  addHostOptions,
  addRecordOption,
  addYesOption,
  type HostArguments,
  openRuntime,
} from "./host/index.js";
import { printable } from "./printable.js";
import { startRecording } from "./recording.js";

interface CallOptions extends HostArguments {
  readonly yes?: true;
  readonly json?: true;
  readonly explain?: true;
  readonly plan?: true;
  readonly record?: string;
}

const EXAMPLES = `
Examples:
  collet call Read '{"path":"README.md"}'
  collet call Bash '{"cmd":"npm test"}' --yes
  collet call Bash '{"cmd":"git push"}' --explain    the rule that decides; runs nothing
  echo '{"path":"a.ts"}' | collet call Read - --json`;

/** The subcommand `collet call`: runs one tool through the whole pipeline, as a model's call would run. */
export const callCommand: Subcommand = {
  addTo(program, { streams, end }) {
    const command = program
      .command("call")
      .description("call a tool and print the text that a model would read")
      .argument("<tool>", "its name or one of its aliases")
      .argument("[input]", "its input as JSON; - reads it from the standard input", "{}");
    addRecordOption(addYesOption(addHostOptions(command)))
      .option("--explain", "print the decision about the call and its reasons; run nothing")
      .option("--plan", "print when the call would run and what it would lock; run nothing")
      .option("--json", "print the whole result, explanation or plan as JSON")
      .addHelpText("after", EXAMPLES)
      .action(async (name: string, given: string, options: CallOptions) => {
        if (options.explain === true && options.plan === true) {
          throw new UsageError("--explain and --plan cannot be combined: use one of them.");
        }
        const call = { id: "call-1", name, input: given === "-" ? await readText(streams.stdin) : given };
        const onApproval = approvalOf(streams, options.yes ? "yes" : "ask");
        await using recording = await startRecording(options.record, streams);
        const { plugins } = recording;
        await using runtime = await openRuntime(options, {
          streams,
          onApproval,
          plugins,
          diagnosticsBudgetMs: false,
        });
        end(await carryOut(call, { runtime, options, streams }));
      });
  },
};

interface CarriedOut {
  readonly runtime: ConnectingToolRuntime;
  readonly options: CallOptions;
  readonly streams: CommandLineStreams;
}

/** Runs, explains or plans the call, prints what came of it, and returns the exit code. */
async function carryOut(call: ToolCall, { runtime, options, streams }: CarriedOut): Promise<number> {
  const { json, explain, plan } = options;
  const { stdout } = streams;
  const asJson = (value: unknown): void => void stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  const asText = (text: string): void =>
    void stdout.write(`${printable([{ type: "text", text }], stdout)}\n`);
  if (explain === true) {
    const explanation = await runtime.explain(call);
    if (json === true) asJson(explanation);
    else {
      const { decision, text } = explanation;
      asText(decision === undefined ? text : `${decision.verdict}: ${text}`);
    }
    return explanation.decision === undefined ? EXIT_CODES.failed : EXIT_CODES.done;
  }
  if (plan === true) {
    const planned = await runtime.plan([call], { signal: streams.signal });
    if (json === true) asJson(planned);
    else asText(renderPlan(planned, "text"));
    return planned.calls.some(({ error }) => error !== undefined) ? EXIT_CODES.failed : EXIT_CODES.done;
  }
  // The pipeline parses the text as it would a model's, and reports its errors.
  const activity = showActivity(runtime, streams);
  const result = await runtime.execute(call, { signal: streams.signal }).finally(() => activity.end());
  if (json === true) asJson(result);
  else printResult(result, streams);
  return exitCodeOf(result);
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
