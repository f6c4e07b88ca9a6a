import { join } from "node:path";
import { createToolRuntime } from "collet";
import { connectFromFile } from "./connect-from-file.js";

await using runtime = createToolRuntime({
  cwd: import.meta.dirname,
  // Tools of servers ask by default, regardless of their hints. This tool is known to be harmless.
  permissions: { rules: [{ tool: "mcp__colors__look_up", verdict: "allow" }] },
});
const { connections, failures } = await connectFromFile(runtime, join(import.meta.dirname, "servers.json"));
for (const { name, tools } of connections)
  console.log(`${name}: ${tools.map((tool) => tool.name).join(", ")}`);
for (const { error } of failures) {
  console.error(error.message);
  process.exitCode = 1;
}

const results = await runtime.executeBatch([
  { id: "1", name: "mcp__colors__look_up", input: { name: "teal" } },
  { id: "2", name: "mcp__colors__look_up", input: { name: "mud" } },
  { id: "3", name: "mcp__colors__look_up", input: { colour: "teal" } },
  { id: "4", name: "glob", input: { filePattern: "*.json" } },
]);
for (const { toolName, status, content } of results) {
  const text = content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("");
  console.log(`${toolName} ${status}: ${text}`);
}
