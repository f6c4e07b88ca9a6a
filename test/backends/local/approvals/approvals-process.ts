// A separate process that takes the secret and tries to answer questions; `approvals.test.ts` starts several.
import { localApprovals } from "../../../../src/backends/local/approvals/index.js";

const [stateDirectory = "", ...ids] = process.argv.slice(2);
const approvals = localApprovals({ stateDirectory });

async function main(): Promise<void> {
  // The end of standard input starts all processes at the same time.
  process.stdout.write("ready\n");
  await new Promise((resolve) => process.stdin.once("end", resolve).resume());
  const key = Buffer.from(await approvals.key()).toString("hex");
  const taken: string[] = [];
  for (const id of ids) if (await approvals.spend(id, Date.now())) taken.push(id);
  process.stdout.write(`${JSON.stringify({ key, taken })}\n`);
}

void main();
