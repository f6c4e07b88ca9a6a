import { createToolRuntime, type ToolResult } from "collet";
import { showHiddenCharacters } from "collet/permissions";
import { scriptedModel } from "collet/testing";
import { Answers } from "./answers.js";
import { askInTerminal } from "./ask-in-terminal.js";
import { createSampleSite, SCRIPT } from "./sample-site.js";
import { Screen } from "./screen.js";
import { showProgress } from "./show-progress.js";

/** Runs the scripted model in a temporary folder and asks about its calls. */
async function main(signal: AbortSignal): Promise<void> {
  await using site = await createSampleSite();
  using answers = new Answers(process.stdin);
  const screen = new Screen(process.stdout);
  await using runtime = createToolRuntime({
    cwd: site.directory,
    onApproval: askInTerminal(screen, answers),
    onEvent: showProgress(screen),
  });
  const model = scriptedModel(SCRIPT);
  let results: readonly ToolResult[] = [];
  for (;;) {
    const { text, calls } = model.reply(results);
    screen.show({ text: "", look: "text" }, { text: showHiddenCharacters(text), look: "title" });
    if (calls.length === 0) return;
    results = await runtime.executeBatch(calls, { signal });
    signal.throwIfAborted();
  }
}

const interrupt = new AbortController();
// Not `once`: file locks end the process on a signal that has no other listener.
process.on("SIGINT", () => {
  if (interrupt.signal.aborted) process.exit(130);
  interrupt.abort(new Error("Interrupted."));
});

try {
  await main(interrupt.signal);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
