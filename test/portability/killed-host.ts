import { createToolRuntime } from "collet";

// A host that starts a long command in the folder of its argument, and is killed by the suite.
const runtime = createToolRuntime({ cwd: process.argv[2] ?? ".", permissions: "allow-all" });
await runtime.executeBatch([
  { id: "1", name: "Bash", input: { cmd: "echo $$ > child.tmp; mv child.tmp child.pid; sleep 62" } },
]);
