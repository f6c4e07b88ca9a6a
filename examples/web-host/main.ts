import { once } from "node:events";
import { createToolRuntime, type ToolResult } from "collet";
import { scriptedModel } from "collet/testing";
import { createSample, SCRIPT } from "./sample.js";
import { startWebHost } from "./start-web-host.js";

/** Runs a scripted model whose calls are shown on a page; ends when it is interrupted. */
async function main(signal: AbortSignal): Promise<void> {
  await using sample = await createSample();
  await using host = await startWebHost();
  await using runtime = createToolRuntime({
    cwd: sample.directory,
    onApproval: host.onApproval,
    onEvent: (event) => host.publish(event),
  });
  console.log(`Open ${host.url}`);
  const model = scriptedModel(SCRIPT);
  let results: readonly ToolResult[] = [];
  while (!signal.aborted) {
    const { text, calls } = model.reply(results);
    host.publish({ type: "says", text });
    if (calls.length === 0) break;
    results = await runtime.executeBatch(calls, { signal });
  }
  host.publish({ type: "finished" });
  if (!signal.aborted) await once(signal, "abort");
}

const interrupt = new AbortController();
// Not `once`: file locks end the process on a signal that has no other listener.
process.on("SIGINT", () => {
  if (interrupt.signal.aborted) process.exit(130);
  interrupt.abort(new Error("Interrupted."));
});

await main(interrupt.signal);
