// A process that runs a program with a record and is killed at one of its calls.
import { appendFileSync } from "node:fs";
import * as z from "zod";
import { codeMode, fileRecords, quickJsEngine } from "../../src/code-mode/index.js";
import { createToolRuntime, defineTool } from "../../src/core.js";

const [folder = "", killAt = "", when = ""] = process.argv.slice(2);

const step = defineTool({
  name: "step",
  description: "Writes a line.",
  kind: "read",
  inputSchema: z.object({ n: z.number() }),
  executionProfile: { resourceKeys: ({ n }) => [{ key: `step:${n}`, mode: "write" }] },
  execute: ({ n }) => {
    if (when === "before" && String(n) === killAt) process.kill(process.pid, "SIGKILL");
    appendFileSync(`${folder}/steps.txt`, `${n}\n`);
    if (when === "after" && String(n) === killAt) process.kill(process.pid, "SIGKILL");
    return n * 10;
  },
});

const runtime = createToolRuntime({ tools: [step], permissions: "allow-all" });
const engine = quickJsEngine({ worker: new URL(process.env.CODE_WORKER ?? "", "file:") });
codeMode(runtime, { engine, records: fileRecords(`${folder}/programs`) });
const code = `
  const seen = [];
  const call = (n) => tools.step({ n }).catch(({ code }) => code);
  seen.push(await call(1));
  seen.push(...(await Promise.all([call(2), call(3)])));
  seen.push(await call(4));
  return seen`;
const result = await runtime.execute({ id: "the-call", name: "run_code", input: { code } });
console.log(JSON.stringify(result.status === "done" ? (result.result as { value: unknown }).value : result));
await runtime[Symbol.asyncDispose]();
process.exit(0);
