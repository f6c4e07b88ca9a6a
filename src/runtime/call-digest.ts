import { canonicalJson } from "./canonical-json.js";

/**
 * Names a tool and its canonical input by a SHA-256, in hexadecimal: what an approval is bound to.
 *
 * Covers the description and schema of the tool as well: an approval of a tool that changed since is worth nothing.
 */
export async function callDigest(
  tool: { readonly name: string; readonly description: string; readonly inputSchema: unknown },
  input: unknown,
): Promise<string> {
  const text = canonicalJson([tool.name, tool.description, tool.inputSchema, input]);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
