import type { ApprovalRequest, ContextQuestion } from "../../../contract/index.js";

/** What a host is asked when a tool asks for permission while it runs on its worker. */
export function wireQuestion(request: ApprovalRequest): ContextQuestion {
  const { facts, decision, kind } = request;
  return {
    reason: decision.reason ?? `The tool '${request.toolName}' asks for permission.`,
    kind,
    // The worker has looked at the files, which the defaults of the host have not.
    answeredByDefault: false,
    ...(facts.command !== undefined && { command: facts.command }),
    ...(facts.hosts !== undefined && { hosts: facts.hosts }),
    ...(facts.paths !== undefined && {
      paths: facts.paths.map((fact) => (typeof fact === "string" ? fact : fact.path)),
    }),
  };
}
