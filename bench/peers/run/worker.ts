import { PEERS } from "../adapters/index.js";
import type { WorkerAnswer, WorkerRequest } from "./messages.js";
import { OpenRow } from "./open-row.js";

// Runs the rows of a group for one peer, in a separate process. Peers write notices to the console.
for (const method of ["log", "info", "warn", "error", "debug"] as const) console[method] = () => undefined;

const peer = PEERS.find(({ id }) => id === process.argv[2]);
if (peer === undefined) throw new Error(`Unknown peer: ${process.argv[2]}`);
let open: OpenRow | undefined;

async function answerTo(request: WorkerRequest): Promise<WorkerAnswer> {
  if (request.type === "open") {
    open = await OpenRow.open(peer as NonNullable<typeof peer>, request);
    return open === undefined ? { type: "none" } : { type: "ready" };
  }
  if (open === undefined) throw new Error("no row is open");
  if (request.type === "repeat") return { type: "repeated", ...(await open.repeat()) };
  if (request.type === "count") return { type: "counted", ...(await open.count()) };
  await open.close();
  open = undefined;
  return { type: "ready" };
}

process.on("message", async (request: WorkerRequest) => {
  let answer: WorkerAnswer;
  try {
    answer = await answerTo(request);
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    answer = { type: "failed", reason: text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "" };
  }
  process.send?.(answer);
});
