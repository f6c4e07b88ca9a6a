import type { ApprovalRequest, ApprovalWarning, ContentPart, PermissionRule } from "collet";
import { showHiddenCharacters } from "collet/permissions";
import type { Line, Look } from "./paint.js";

const WARNINGS: Readonly<Record<ApprovalWarning, string>> = {
  "hidden-characters": "it contains invisible characters",
  "unreadable-command": "its commands are known only when it runs",
  "unknown-paths": "its files are known only when it runs",
  "outside-roots": "it leaves the working folders",
  protected: "it touches a protected place",
  secret: "it touches a file with secrets",
};

/** Returns all that an approver should know, as lines: the reason of the question, warnings, paths, commands, the diff. */
export function describeRequest(request: ApprovalRequest): readonly Line[] {
  const { toolName, kind, decision, warnings = [], facts, commands = [], preview } = request;
  const lines: Line[] = [{ text: `${toolName} (${kind})`, look: "strong" }];
  if (decision.reason !== undefined) lines.push(visible(`  why      ${decision.reason}`, "quiet"));
  for (const warning of warnings) lines.push({ text: `  warning  ${WARNINGS[warning]}`, look: "warning" });
  for (const fact of facts.paths ?? []) {
    const { path, access } = typeof fact === "string" ? { path: fact, access: kind } : fact;
    lines.push(visible(`  ${access.padEnd(8)} ${path}`, "plain"));
  }
  if (facts.command !== undefined) lines.push(visible(`  command  ${facts.command}`, "plain"));
  for (const { words, within } of commands) {
    const by = within === undefined ? "" : `  (run by ${within})`;
    lines.push(visible(`  runs     ${words.map(quoted).join(" ")}${by}`, "place"));
  }
  if (preview !== undefined) lines.push(...preview.flatMap(previewLines));
  else if (facts.command === undefined)
    lines.push(visible(`  input    ${JSON.stringify(request.input)}`, "plain"));
  return lines;
}

/** Returns the conditions of a rule in one line. */
export function describeRule({ tool, kind, path, command, host }: PermissionRule): string {
  const conditions = [command, path, host].filter((condition) => condition !== undefined);
  return showHiddenCharacters([tool ?? kind ?? "every tool", ...conditions].join(" "));
}

function previewLines(part: ContentPart): readonly Line[] {
  if (part.type !== "text") return [{ text: `  [${part.type}]`, look: "quiet" }];
  // The runtime has already made hidden characters of a preview visible.
  return part.text
    .trimEnd()
    .split("\n")
    .map((text) => ({ text: `  ${text}`, look: diffLook(text) }));
}

function diffLook(line: string): Look {
  if (/^(?:diff |--- |\+\+\+ )/.test(line)) return "strong";
  if (line.startsWith("@@")) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "plain";
}

/** Returns a line in which text of the model can neither move the cursor nor change the text direction. */
function visible(text: string, look: Look): Line {
  return { text: showHiddenCharacters(text).replaceAll("\n", "\\n"), look };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}
