import { canonicalJson } from "../../../runtime/index.js";
import type { McpListedTool } from "./mcp-client.js";

/** What a person sees of a tool before saying yes to it, as a SHA-256 in hexadecimal: another one is another tool. */
export async function toolFingerprint(tool: McpListedTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonicalJson([name, title, description, inputSchema, outputSchema, annotations]);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
