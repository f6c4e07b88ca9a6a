import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../../../../contract/index.js";
import { startOfText } from "../../../../text/index.js";
import { MAX_KEPT_PER_FILE, MAX_MESSAGE_CHARACTERS } from "./known-diagnostics.js";

/** Largest number of entries read from one answer. */
const MAX_READ = 50 * MAX_KEPT_PER_FILE;

/** Severities by the protocol's number; a missing one counts as an error, as in editors. */
const SEVERITIES = ["error", "error", "warning", "information", "hint"] as const;

/** Returns the path of a file URI; `undefined` for any other value, because a server may send anything. */
export function pathOfUri(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** Reads diagnostics in the form of the protocol; skips malformed entries. */
export function readProtocolDiagnostics(path: string, list: unknown): readonly Diagnostic[] {
  return readList(list, (entry) => {
    const start = member(member(entry, "range"), "start");
    const severity = SEVERITIES[Number(member(entry, "severity") ?? 0)] ?? "error";
    return diagnostic(path, {
      line: position(member(start, "line"), 1),
      column: position(member(start, "character"), 1),
      severity,
      message: member(entry, "message"),
      code: member(entry, "code"),
      source: member(entry, "source"),
    });
  });
}

/** Severities by the category of the TypeScript server. */
const CATEGORIES: Readonly<Record<string, Diagnostic["severity"]>> = {
  error: "error",
  warning: "warning",
  suggestion: "hint",
  message: "information",
};

/** Reads diagnostics in the form of the TypeScript server's answers with line positions. */
export function readTypeScriptDiagnostics(path: string, list: unknown): readonly Diagnostic[] {
  return readList(list, (entry) => {
    const start = member(entry, "startLocation");
    const category = member(entry, "category");
    return diagnostic(path, {
      line: position(member(start, "line"), 0),
      column: position(member(start, "offset"), 0),
      severity: (typeof category === "string" ? CATEGORIES[category] : undefined) ?? "error",
      message: member(entry, "message"),
      code: member(entry, "code"),
      source: member(entry, "source") ?? "typescript",
    });
  });
}

function readList(list: unknown, read: (entry: unknown) => Diagnostic | undefined): readonly Diagnostic[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MAX_READ)
    .map(read)
    .filter((each) => each !== undefined);
}

function diagnostic(
  path: string,
  {
    line,
    column,
    severity,
    message,
    code,
    source,
  }: Pick<Diagnostic, "line" | "column" | "severity"> &
    Readonly<Record<"message" | "code" | "source", unknown>>,
): Diagnostic | undefined {
  if (typeof message !== "string") return undefined;
  return {
    path,
    line,
    column,
    severity,
    message: shortened(message, MAX_MESSAGE_CHARACTERS),
    ...((typeof code === "string" || typeof code === "number") && { code: shortened(String(code), 100) }),
    ...(typeof source === "string" && { source: shortened(source, 100) }),
  };
}

/** Returns a 1-based position; adds `base` to the server's number. */
function position(value: unknown, base: number): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? Math.max(1, value + base)
    : 1;
}

function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  return `${startOfText(text, maximum)}...`;
}

/** Returns an own member of a value of unknown type. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
