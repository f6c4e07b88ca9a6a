import type { ApprovalRequest, ToolFacts, ToolKind } from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { explainDecision } from "../judge/index.js";
import { visibleLine } from "./request-lines.js";

/** Longest title, in UTF-16 code units: a line of a dialogue. */
const MAX_TITLE = 160;
/** Longest summary, in UTF-16 code units. */
const MAX_SUMMARY = 600;

const VERBS: Readonly<Record<ToolKind, string>> = {
  read: "Read",
  search: "Search",
  edit: "Change",
  delete: "Delete",
  move: "Move",
  execute: "Use",
  think: "Use",
  fetch: "Use",
  other: "Use",
};

/** Part of a request that its title and summary are made of. */
export type TitledRequest = Pick<ApprovalRequest, "askedBy" | "toolName" | "kind" | "facts" | "decision">;

/** Returns one line that names the effect of that which is asked about: `Run npm test`, `Change /project/a.ts`. */
export function requestTitle({ askedBy, toolName, kind, facts, decision }: TitledRequest): string {
  const effect = effectOf(kind, facts);
  if (effect !== undefined) return visibleLine(effect, MAX_TITLE);
  const { reason } = decision;
  return visibleLine(
    askedBy === "tool" && reason !== undefined ? `${toolName} asks: ${reason}` : `Call ${toolName}`,
    MAX_TITLE,
  );
}

/** Returns the tool, the effect and the reason of the question as sentences on one line. */
export function requestSummary(request: TitledRequest): string {
  const { askedBy, toolName, kind, facts, decision } = request;
  const asking = askedBy === "tool" ? `${toolName} asks while it runs` : toolName;
  const effect = effectOf(kind, facts);
  const subject = effect === undefined ? asking : `${asking}: ${visibleLine(effect, MAX_TITLE)}`;
  return visibleLine(`${subject}. ${explainDecision(decision)}`, MAX_SUMMARY);
}

function effectOf(kind: ToolKind, { command, paths = [], hosts = [] }: ToolFacts): string | undefined {
  if (command !== undefined) return `Run ${command}`;
  const [first] = paths;
  if (first !== undefined) {
    const path = typeof first === "string" ? first : first.path;
    const others = paths.length - 1;
    const isDeletion = paths.every((fact) => typeof fact !== "string" && fact.access === "delete");
    const verb = isDeletion ? VERBS.delete : VERBS[kind];
    return `${verb} ${path}${others > 0 ? ` and ${counted(others, "other file")}` : ""}`;
  }
  const [host] = hosts;
  if (host === undefined) return undefined;
  const others = hosts.length - 1;
  return `Contact ${host}${others > 0 ? ` and ${counted(others, "other host")}` : ""}`;
}
