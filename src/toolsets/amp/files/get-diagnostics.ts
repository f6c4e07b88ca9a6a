import * as z from "zod";
import {
  DIAGNOSTIC_SEVERITIES,
  type GetDiagnosticsOutput,
  getDiagnosticsOperation,
  MAX_DIAGNOSTICS_PATHS,
  visibleText,
} from "../../../tools/index.js";
import { face } from "../../face.js";

/** Result of get_diagnostics. */
export interface AmpDiagnosticsResult {
  readonly diagnostics: GetDiagnosticsOutput["diagnostics"];
  /** Number of diagnostics after those returned. */
  readonly remaining: number;
  /** `false` if there may be more; the text states why. */
  readonly complete: boolean;
}

/** Returns diagnostics of language servers for files and folders. */
export const getDiagnostics = () =>
  face(getDiagnosticsOperation, {
    name: "get_diagnostics",
    description: `Asks the project's language servers for errors and warnings in files and folders.

- Edits show the errors they cause automatically; use this tool for other files, or when an edit states that the check was not ready.
- Pass one folder rather than its files one by one.
- The result states which servers answered and which are missing. If none supports the files, run the checks of the project instead.`,
    inputSchema: z.object({
      paths: z
        .array(z.string())
        .max(MAX_DIAGNOSTICS_PATHS)
        .describe("Absolute paths of files and folders. Default: the working directory.")
        .optional(),
      severity: z
        .enum(DIAGNOSTIC_SEVERITIES)
        .describe('The mildest severity to return: "error" omits warnings. Default: "warning".')
        .optional(),
      limit: z.number().describe("Maximum diagnostics to return").optional(),
    }),
    aliases: ["getDiagnostics", "lsp_diagnostics", "diagnostics"],
    parameterAliases: { paths: ["path", "files", "file_path", "filePath"] },
    toInput: ({ paths, severity, limit }) => ({
      paths,
      severity,
      limit,
    }),
    toResult: ({ diagnostics, omitted, complete }): AmpDiagnosticsResult => ({
      diagnostics,
      remaining: omitted,
      complete,
    }),
    render: ({ diagnostics, remaining, complete }, { output }) => {
      const servers = output?.servers ?? [];
      const checked = servers.length > 0 ? ` (checked by ${servers.join(", ")})` : "";
      const title =
        output !== undefined && servers.length === 0
          ? "No language server was asked, so nothing is known of these files."
          : `${output === undefined ? diagnostics.length : countText(output)} found${checked}.`;
      const notices = [
        ...(remaining > 0 ? [`[${remaining} more. Ask about fewer files, or for errors only.]`] : []),
        ...(complete ? [] : ["[Not everything was answered in time, so there may be more. Ask again.]"]),
        ...(output?.problems ?? []).map((problem) => `[${visibleText(problem)}]`),
      ];
      return [title, ...rowsOf(diagnostics), ...notices].join("\n");
    },
  });

/** Formats diagnostics file by file, the most severe first. */
function rowsOf(diagnostics: AmpDiagnosticsResult["diagnostics"]): readonly string[] {
  const files = new Map<string, string[]>();
  for (const { path, line, column, severity, message, code } of diagnostics) {
    const rows = files.get(path) ?? [];
    const text = visibleText(message.replace(/\s+/g, " ").trim());
    const number = code === undefined ? "" : ` (${visibleText(code)})`;
    rows.push(`${severity.toUpperCase()} [${line}:${column}] ${text}${number}`);
    files.set(path, rows);
  }
  return [...files].flatMap(([path, rows]) => [
    `<diagnostics file="${visibleText(path)}">`,
    ...rows,
    "</diagnostics>",
  ]);
}

function countText({ counts }: GetDiagnosticsOutput): string {
  const found = DIAGNOSTIC_SEVERITIES.filter((severity) => counts[severity] > 0);
  if (found.length === 0) return "No errors or warnings";
  return found.map((severity) => amount(counts[severity], severity)).join(", ");
}

function amount(count: number, severity: (typeof DIAGNOSTIC_SEVERITIES)[number]): string {
  const isPlain = count === 1 || severity === "information";
  return `${count} ${severity}${isPlain ? "" : "s"}`;
}
