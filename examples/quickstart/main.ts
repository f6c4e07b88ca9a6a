import { resolve } from "node:path";
import { createToolRuntime, type ToolCall } from "collet";
import { createDevtools } from "collet/devtools";
import { approveWithin } from "./approval-policy.js";
import { chooseAgent } from "./choose-agent.js";
import { copySample } from "./sample-project.js";
import { Terminal } from "./terminal.js";

/** The recording of the run in the current folder; the first argument names another file. */
const RECORDING = process.argv[2] ?? "quickstart-run.jsonl";

/** Runs an agent that repairs a copy of the sample project; returns whether its tests pass afterwards. */
async function main(signal: AbortSignal): Promise<boolean> {
  await using project = await copySample();
  const { directory } = project;
  const terminal = new Terminal(process.stdout, directory);
  const agent = await chooseAgent(directory, process.env);
  terminal.line(`Model:   ${agent.title}\nProject: ${directory}`);

  await using devtools = createDevtools({ recordTo: resolve(RECORDING) });
  await using runtime = createToolRuntime({
    cwd: directory,
    permissions: "default",
    plugins: [devtools.plugin],
    onApproval: approveWithin(directory),
    onEvent: (event) => terminal.event(event),
  });

  const onTurn = async (text: string, calls: readonly ToolCall[]) => {
    terminal.says(text);
    if (calls.length > 1) terminal.plan(await runtime.plan(calls), calls);
  };
  await agent.run({ runtime, signal, onTurn });

  terminal.line("\nChanges", "bold");
  terminal.diff(await project.changes());
  const green = await project.testsPass();
  terminal.line(`Tests of the sample: ${green ? "passed" : "failed"}`, green ? "green" : "red");
  terminal.line(`\nOpen this run in a browser: npx collet devtools ${RECORDING}`, "bold");
  return green;
}

const interrupt = new AbortController();
let interruptedAt: number | undefined;
process.on("SIGINT", () => {
  // tsx forwards the signal that the terminal has already sent. A second Ctrl-C of the user comes later.
  if (interruptedAt !== undefined && performance.now() - interruptedAt > 1_000) process.exit(130);
  interruptedAt ??= performance.now();
  interrupt.abort(new Error("interrupted"));
});

try {
  process.exitCode = (await main(interrupt.signal)) ? 0 : 1;
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
