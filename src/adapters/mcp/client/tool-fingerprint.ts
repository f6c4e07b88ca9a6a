import { canonicalJson } from "../../../runtime/index.js";
import { sha256Hex } from "../../../values/index.js";
import type { McpListedTool } from "./mcp-client.js";

/** What a person sees of a tool before saying yes to it, as a SHA-256 in hexadecimal: another one is another tool. */
export async function toolFingerprint(tool: McpListedTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonicalJson([name, title, description, inputSchema, outputSchema, annotations]);
  return sha256Hex(text);
}
