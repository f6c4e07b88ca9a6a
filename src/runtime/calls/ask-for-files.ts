import { type ApprovalRequest, describeThrown, type ToolSession } from "../../contract/index.js";
import {
  hasHiddenCharacters,
  requestSummary,
  requestTitle,
  showHiddenCharacters,
  type TitledRequest,
} from "../../permissions/index.js";
import type { TrustAnswer, TrustQuestion } from "../../registry/index.js";
import { awaitAnswer, emitRequest, emitResponse, normalizeAnswer } from "../approve/index.js";
import type { RuntimeServices } from "../services/index.js";
import { canonicalJson } from "../values/index.js";

/** The tool name that an approver reads in this question; no tool is registered under it. */
const DISCOVERY_NAME = "discover_tools";

/** Number of files in the text for the approver; the input lists all of them. */
const MAX_LISTED_FILES = 50;

/**
 * Asks the approver whether files may be loaded, which runs them. Any answer but a clear yes is a rejection.
 *
 * The digest covers the folder, the files and their content, so a host can remember it and answer the same question
 * automatically.
 */
export async function askForFiles(
  question: TrustQuestion,
  { services, session }: { readonly services: RuntimeServices; readonly session: ToolSession },
): Promise<TrustAnswer> {
  if (services.onApproval === undefined) return { answer: "no-approver" };
  const request = await trustRequest(question, { services, session });
  emitRequest(request, services);
  try {
    const value = await awaitAnswer(services.onApproval, request, { services, signal: question.signal });
    const answer = normalizeAnswer(value);
    emitResponse(request, answer, services);
    if (!answer.approved) {
      return { answer: "refused", reason: answer.reason };
    }
    return answer.input === undefined
      ? { answer: "approved" }
      : {
          answer: "refused",
          reason: "the approver changed the input, which cannot select files; answer yes or no.",
        };
  } catch (thrown) {
    return { answer: "refused", reason: `the approver could not be asked: ${describeThrown(thrown)}.` };
  }
}

async function trustRequest(
  { directory, files }: TrustQuestion,
  { services, session }: { readonly services: RuntimeServices; readonly session: ToolSession },
): Promise<ApprovalRequest> {
  const pathsOf = (kind: "module" | "program") =>
    files.filter((file) => file.kind === kind).map(({ path }) => path);
  const input = { directory, modules: pathsOf("module"), programs: pathsOf("program") };
  const contents = files.map(({ kind, path, version }) => ({ kind, path, version }));
  const titled: TitledRequest = {
    askedBy: "call",
    toolName: DISCOVERY_NAME,
    kind: "execute",
    facts: { paths: files.map(({ path }) => ({ path, access: "read" })) },
    decision: {
      verdict: "ask",
      source: "kind",
      reason: "Loading a tool from a file runs the file with all permissions of this process.",
    },
  };
  return {
    id: services.ids(),
    callId: services.ids(),
    ...titled,
    title: requestTitle(titled),
    summary: requestSummary(titled),
    requestedName: DISCOVERY_NAME,
    sessionId: session.id,
    input,
    requestedInput: input,
    digest: await services.seals.nameOf(canonicalJson([DISCOVERY_NAME, { directory, contents }])),
    preview: [{ type: "text", text: listing(directory, files) }],
    canRemember: false,
    ...(hasHiddenCharacters(input) && { warnings: ["hidden-characters"] }),
  };
}

function listing(directory: string, files: TrustQuestion["files"]): string {
  const lines = files.slice(0, MAX_LISTED_FILES).map(({ kind, path }) => `${kind} ${path}`);
  const more = files.length - lines.length;
  return [`Load tools from ${directory}:`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])]
    .map(showHiddenCharacters)
    .join("\n");
}
