import type {
  ApprovalRequest,
  ApprovalWarning,
  ContentPart,
  PermissionRule,
  ToolFacts,
} from "../../contract/index.js";
import { counted, ellipsized, HIDDEN_CHARACTERS } from "../../text/index.js";
import { showHiddenCharacters } from "../hidden-characters.js";

/** Longest line of a description, in UTF-16 code units. */
const MAX_LINE = 2_000;
/** Lines of a command, of an input and of a preview that are shown by default. */
const DEFAULT_MAX_LINES = 200;
/** Width of the labels, so that their values form a column. */
const LABEL_WIDTH = 8;

/** The role of a line, which selects its format. */
export type RequestLook = "title" | "text" | "quiet" | "warning" | "command" | "header" | "added" | "removed";

/** One line of the description of a request. */
export interface RequestLine {
  /** Without line ends and hidden characters. Text that a model or a file determines never starts a line. */
  readonly text: string;
  readonly look: RequestLook;
}

/** Options of the descriptions of a request. */
export interface DescribeRequestOptions {
  /** Lines of a command, of an input and of a preview that are shown; the rest is counted. Default: 200. */
  readonly maxLines?: number;
  /** Whether to state what remembering the answer would allow; `false` for a host that offers only yes and no. Default: `true`. */
  readonly remember?: boolean;
}

const WARNINGS: Readonly<Record<ApprovalWarning, string>> = {
  "hidden-characters": "it contains invisible characters",
  "unreadable-command": "its commands are known only when it runs",
  "unknown-paths": "its files are known only when it runs",
  "outside-roots": "it leaves the working folders",
  protected: "it touches a protected place",
  secret: "it touches a file with secrets",
};

/**
 * Returns all that an approver should know, line by line with its role, for a host with its own format: the title, the
 * asking tool, the reason, warnings, paths, commands, hosts, the diff or the input, and the effect of remembering.
 *
 * Text of a model or a file follows a label or a `|`, on every line: it cannot imitate another part of the description.
 */
export function requestLines(
  request: ApprovalRequest,
  options: DescribeRequestOptions = {},
): readonly RequestLine[] {
  const { maxLines = DEFAULT_MAX_LINES, remember = true } = options;
  const { title, askedBy, toolName, kind, decision, warnings = [], facts, preview, input } = request;
  const { commands = [], omittedCommands = 0 } = request;
  const hasFacts = facts.command !== undefined || (facts.paths ?? []).length > 0;
  return [
    { text: visibleLine(title, MAX_LINE), look: "title" },
    labelled("tool", `${toolName} (${kind})${askedBy === "tool" ? ", asks while it runs" : ""}`, "quiet"),
    ...(decision.reason === undefined ? [] : [labelled("reason", decision.reason, "text")]),
    ...warnings.map((warning) => labelled("warning", WARNINGS[warning], "warning")),
    ...pathLines(facts, kind),
    ...(facts.hosts ?? []).map((host) => labelled("host", host, "text")),
    ...(facts.command === undefined ? [] : block("command", facts.command, maxLines)),
    ...(facts.cwd === undefined || facts.command === undefined ? [] : [labelled("in", facts.cwd, "text")]),
    ...commands.map(({ words, within }) =>
      labelled(
        "runs",
        `${words.map(quoted).join(" ")}${within === undefined ? "" : `  (run by ${within})`}`,
        "command",
      ),
    ),
    ...(omittedCommands > 0
      ? [labelled("runs", `${counted(omittedCommands, "more command")}`, "quiet")]
      : []),
    ...(preview !== undefined
      ? preview.flatMap((part) => previewLines(part, maxLines))
      : hasFacts || askedBy === "tool"
        ? []
        : block("input", JSON.stringify(input, undefined, 2) ?? String(input), maxLines)),
    ...(remember ? rememberLines(request) : []),
  ];
}

/** Returns the conditions of a rule on one line: `Bash git log *`. */
export function describeRule({ tool, kind, path, command, host, verdict }: PermissionRule): string {
  const conditions = [command, path, host].filter((condition) => condition !== undefined);
  const subject = [tool ?? kind ?? "every tool", ...conditions].join(" ");
  return visibleLine(verdict === "allow" ? subject : `${verdict} ${subject}`, MAX_LINE);
}

function rememberLines({ canRemember = true, suggestedRules = [] }: ApprovalRequest): RequestLine[] {
  const rules = suggestedRules.map(describeRule).join("; ");
  return [
    canRemember
      ? labelled(
          "session",
          "this same call would run again without a question until the session ends",
          "quiet",
        )
      : labelled("once", "an approval holds for this one call; it will be asked about again", "quiet"),
    ...(rules === "" ? [] : [labelled("always", `would allow without a question: ${rules}`, "quiet")]),
  ];
}

function pathLines({ paths = [] }: ToolFacts, kind: string): RequestLine[] {
  return paths.map((fact) => {
    const { path, access } = typeof fact === "string" ? { path: fact, access: kind } : fact;
    return labelled(access, path, "text");
  });
}

function previewLines(part: ContentPart, maxLines: number): RequestLine[] {
  if (part.type === "image" || part.type === "file")
    return [labelled("preview", `[${part.mediaType}]`, "quiet")];
  const text = part.type === "text" ? part.text : (JSON.stringify(part.value, undefined, 2) ?? "null");
  return barred(text.trimEnd(), maxLines, diffLook);
}

/** Returns a text of several lines: the first follows the label, the others a bar. */
function block(label: string, text: string, maxLines: number): RequestLine[] {
  return text.includes("\n")
    ? [labelled(label, "", "text"), ...barred(text, maxLines, () => "text")]
    : [labelled(label, text, "text")];
}

function barred(text: string, maxLines: number, lookOf: (line: string) => RequestLook): RequestLine[] {
  const lines = text.split("\n");
  const shown = lines.slice(0, maxLines).map((line): RequestLine => {
    const visible = ellipsized(showHiddenCharacters(ellipsized(line, MAX_LINE)), MAX_LINE);
    return { text: `  | ${visible}`, look: lookOf(line) };
  });
  const omitted = lines.length - shown.length;
  return omitted > 0
    ? [...shown, labelled("warning", `${counted(omitted, "more line")} not shown`, "warning")]
    : shown;
}

function labelled(label: string, value: string, look: RequestLook): RequestLine {
  return { text: `  ${label.padEnd(LABEL_WIDTH)} ${visibleLine(value, MAX_LINE)}`.trimEnd(), look };
}

function diffLook(line: string): RequestLook {
  if (/^(?:diff |--- |\+\+\+ |@@ )/.test(line)) return "header";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "text";
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

/** Returns a text on one line: line ends and hidden characters are escaped as `\u{...}`, and the length is limited. */
export function visibleLine(text: string, maxLength: number): string {
  // Truncated before as well: escaping a long text takes time.
  return ellipsized(
    ellipsized(text, maxLength).replace(
      HIDDEN_CHARACTERS,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    ),
    maxLength,
  );
}
