import { canonicalJson } from "../../../runtime/index.js";
import { sha256Hex } from "../../../values/index.js";
import type { McpListedTool } from "./mcp-client.js";

/**
 * Returns a SHA-256 in hexadecimal of the parts of a tool that a user sees before approval: a different fingerprint is a
 * different tool.
 */
export async function toolFingerprint(tool: McpListedTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonicalJson([name, title, description, inputSchema, outputSchema, annotations]);
  return sha256Hex(text);
}
