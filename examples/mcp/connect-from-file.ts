import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ToolRuntime } from "collet";
import { connectMcpServers, type McpConnections, readMcpServers } from "collet/mcp";

/** Connects the servers of an `mcpServers` file. `${FOLDER}` in the file stands for the folder of the file. */
export async function connectFromFile(runtime: ToolRuntime, file: string): Promise<McpConnections> {
  const servers = readMcpServers(await readFile(file, "utf8"), { env: { FOLDER: dirname(file) } });
  return await connectMcpServers(runtime, servers);
}
