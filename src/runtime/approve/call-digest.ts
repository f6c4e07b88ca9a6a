import type { ApprovalRequest } from "../../contract/index.js";
import type { PreparedCall } from "../prepare/index.js";
import { canonicalJson } from "../values/index.js";

/**
 * Returns the text that the digest of a request is computed from: the whole request as it is shown and stored, and
 * the call as it would run now.
 *
 * The call is identified by its id, the name, description and schema of its tool, its canonical input, its working
 * directory and its facts. So an answer counts only for the request that was shown, and only as long as the call
 * would do the same.
 *
 * @param request - as it is stored; its digest is ignored
 * @param prepared - prepared now, from the stored input
 */
export function digestText(
  { digest: _digest, ...request }: Omit<ApprovalRequest, "digest"> & { readonly digest?: unknown },
  { call, tool, input, facts, session }: PreparedCall,
): string {
  const { name, description, inputSchema } = tool;
  return canonicalJson({
    request,
    call: { id: call.id, cwd: session.cwd, tool: { name, description, inputSchema }, input, facts },
  });
}
