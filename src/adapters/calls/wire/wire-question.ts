import type { ApprovalRequest, ContextQuestion } from "../../../contract/index.js";

/** Creates the question for the host when a tool asks for permission while it runs on its worker. */
export function wireQuestion(request: ApprovalRequest): ContextQuestion {
  const { facts, decision, kind } = request;
  return {
    reason: decision.reason ?? `The tool '${request.toolName}' asks for permission.`,
    kind,
    // The worker has checked the files; the host's defaults have not.
    answeredByDefault: false,
    command: facts.command,
    hosts: facts.hosts,
    ...(facts.paths !== undefined && {
      paths: facts.paths.map((fact) => (typeof fact === "string" ? fact : fact.path)),
    }),
  };
}
