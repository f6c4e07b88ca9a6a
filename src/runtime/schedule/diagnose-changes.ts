import {
  type ChangeReport,
  type Diagnostic,
  type Diagnostics,
  ignoreRejection,
  type JsonValue,
  quietly,
  type ToolResult,
} from "../../contract/index.js";
import { showHiddenCharacters } from "../../permissions/index.js";
import { counted } from "../../text/index.js";
import { createYield } from "../../values/index.js";
import { askWithinCall, isAllowedWithinCall } from "../approve/index.js";
import { excludedPathsOf, type PreparedCall } from "../prepare/index.js";
import { type CallScope, startQuestion } from "../run/index.js";
import type { RuntimeServices } from "../services/index.js";
import { redactJson, redactParts } from "../values/index.js";
import { startDiagnosisLimit } from "./diagnosis-limit.js";

/** Number of errors of one file in a result (the OpenCode specification). */
const MAX_DIAGNOSTICS_PER_FILE = 20;

/** Number of other files with new errors in a result (the OpenCode specification). */
const MAX_PROJECT_DIAGNOSTICS_FILES = 5;

/** Number of changed files with errors in a result; a patch may change hundreds. */
const MAX_CHANGED_FILES_SHOWN = 20;

/** UTF-16 code units of one message; the rest usually expands the types in it. */
const MAX_MESSAGE_CHARACTERS = 400;

/**
 * Adds the diagnostics of language servers to the result of a call that changed files: the errors of the changed
 * files, and the new errors in other files. A file that was only read is reported to the running servers.
 *
 * The call has ended and holds no locks, so calls that wait for its files continue; later calls share the servers'
 * answer. Never fails, and waits for a backend that ignores the runtime's budget only a few seconds longer.
 */
export function withDiagnostics(
  result: ToolResult,
  prepared: PreparedCall,
  scope: CallScope,
): ToolResult | Promise<ToolResult> {
  const { diagnostics, diagnosticsBudgetMs } = scope.services;
  if (diagnostics === undefined || diagnosticsBudgetMs === false || result.status !== "done") return result;
  const { trackFiles } = result;
  if (trackFiles?.length) {
    // An executor that ran the call elsewhere asked the servers there.
    if (result.metadata?.diagnostics !== undefined) return result;
    return diagnose(result, trackFiles, { prepared, scope, diagnostics, budgetMs: diagnosticsBudgetMs });
  }
  const { tool, facts } = prepared;
  if (tool.kind === "read" && facts.paths?.length) {
    const read = facts.paths.filter(({ access }) => access === "read").map(({ path }) => path);
    // A backend of the host that throws must not cost the result.
    quietly(() =>
      diagnostics.afterRead?.(read, {
        roots: scope.services.workspace?.roots ?? [prepared.session.cwd],
        session: prepared.session,
        isAllowed: (command, kept) =>
          isAllowedWithinCall(prepared, startQuestion(command), { services: scope.services, kept }),
      }),
    );
  }
  return result;
}

async function diagnose(
  result: ToolResult,
  changed: readonly string[],
  {
    prepared,
    scope,
    diagnostics,
    budgetMs,
  }: {
    readonly prepared: PreparedCall;
    readonly scope: CallScope;
    readonly diagnostics: Diagnostics;
    readonly budgetMs: number;
  },
): Promise<ToolResult> {
  const { session } = prepared;
  const { services, stop } = scope;
  const { clock, redact, workspace } = services;
  const startedAt = clock.now();
  const limit = startDiagnosisLimit(clock, budgetMs);
  try {
    const checking = diagnostics.afterChange(changed, {
      signal: stop.signal,
      budgetMs,
      session,
      roots: workspace?.roots ?? [session.cwd],
      mayStart: (command, kept) =>
        limit.untimed(() => askWithinCall(prepared, startQuestion(command), scope, kept)),
      isAllowed: (command, kept) => isAllowedWithinCall(prepared, startQuestion(command), { services, kept }),
    });
    const report = await Promise.race([checking, limit.expired, stop.whenStopped()]);
    const waitedMs = limit.waitedMs();
    if (report === undefined) return result;
    if (report.servers.length === 0 && report.problems.length === 0) return result;
    const shown = shownOf(report, await readableFiles(report, prepared, services));
    const metadata = {
      ...shown,
      servers: report.servers,
      complete: report.complete,
      problems: report.problems,
    };
    const text = textOf(shown, report, waitedMs);
    const parts = text === undefined ? [] : [{ type: "text" as const, text }];
    const details = { ...metadata, durationMs: clock.now() - startedAt };
    return {
      ...result,
      content: [...result.content, ...(redact === undefined ? parts : redactParts(parts, redact))],
      metadata: {
        ...result.metadata,
        diagnostics: redact === undefined ? details : (redactJson(details, redact) as JsonValue),
      },
    };
  } catch (thrown) {
    ignoreRejection(thrown);
    return result;
  } finally {
    limit.cancel();
  }
}

interface ShownDiagnostics {
  /** Errors of the changed files. */
  readonly changed: readonly Diagnostic[];
  /** New errors in other files. */
  readonly elsewhere: readonly Diagnostic[];
  /** Errors in other files that may be older than the change. */
  readonly unclear: readonly Diagnostic[];
  /** Number of errors that are not listed, by file. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly omittedFiles: number;
}

function shownOf(report: ChangeReport, readable: ReadonlySet<string>): ShownDiagnostics {
  const ofChanged = byFile(report.diagnostics.filter(({ severity }) => severity === "error"));
  const isReadable = ({ path }: Diagnostic) => readable.has(path);
  const ofOthers = byFile(report.elsewhere.filter(isReadable));
  const ofUnclear = byFile((report.unclear ?? []).filter(isReadable));
  const shownOthers = ofOthers.slice(0, MAX_PROJECT_DIAGNOSTICS_FILES);
  const shownUnclear = ofUnclear.slice(0, MAX_PROJECT_DIAGNOSTICS_FILES - shownOthers.length);
  const files = [...ofChanged.slice(0, MAX_CHANGED_FILES_SHOWN), ...shownOthers, ...shownUnclear];
  const omitted = files.flatMap(([file, all]) =>
    all.length > MAX_DIAGNOSTICS_PER_FILE ? [[file, all.length - MAX_DIAGNOSTICS_PER_FILE] as const] : [],
  );
  const first = (all: readonly Diagnostic[]) => all.slice(0, MAX_DIAGNOSTICS_PER_FILE);
  return {
    changed: ofChanged.slice(0, MAX_CHANGED_FILES_SHOWN).flatMap(([, all]) => first(all)),
    elsewhere: shownOthers.flatMap(([, all]) => first(all)),
    unclear: shownUnclear.flatMap(([, all]) => first(all)),
    omitted: Object.fromEntries(omitted),
    omittedFiles: ofChanged.length + ofOthers.length + ofUnclear.length - files.length,
  };
}

/** Returns the other files that the call may read: a message quotes the file that it is about. */
async function readableFiles(
  { elsewhere, unclear = [] }: ChangeReport,
  prepared: PreparedCall,
  services: RuntimeServices,
): Promise<ReadonlySet<string>> {
  const isExcluded = excludedPathsOf(prepared, services);
  const readable = new Set<string>();
  const pause = createYield();
  for (const file of new Set([...elsewhere, ...unclear].map(({ path }) => path))) {
    await pause();
    if (isExcluded?.(file) === true) continue;
    const location = await services.workspace?.locate(file, prepared.session).catch(ignoreRejection);
    if (location?.insideRoots === true && !location.secret) readable.add(file);
  }
  return readable;
}

function textOf(
  { changed, elsewhere, unclear, omitted, omittedFiles }: ShownDiagnostics,
  { complete, servers }: ChangeReport,
  waitedMs: number,
): string | undefined {
  const blocks = (errors: readonly Diagnostic[]) =>
    byFile(errors).map(([file, all]) => {
      const rest = omitted[file] ?? 0;
      const lines = [...all.map(errorLine), ...(rest > 0 ? [`... and ${rest} more`] : [])];
      return `<diagnostics file="${oneLine(file)}">\n${lines.join("\n")}\n</diagnostics>`;
    });
  const sections = [
    ...(changed.length > 0 ? ["Errors in the changed files:", ...blocks(changed)] : []),
    ...(elsewhere.length > 0 ? ["New errors in other files:", ...blocks(elsewhere)] : []),
    ...(unclear.length > 0
      ? ["Errors in other files, which may be older than this change:", ...blocks(unclear)]
      : []),
    ...(omittedFiles > 0 ? [`... and errors in ${counted(omittedFiles, "more file")}`] : []),
    ...(complete
      ? []
      : [
          `The check by ${servers.join(", ")} was not ready within ${Math.max(1, Math.round(waitedMs))} ms; there may be more errors.`,
        ]),
  ];
  return sections.length === 0 ? undefined : sections.join("\n");
}

function errorLine({ line, column, message, code }: Diagnostic): string {
  const text = oneLine(message);
  const shown = text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}...` : text;
  return `ERROR [${line}:${column}] ${shown}${code === undefined ? "" : ` (${oneLine(code)})`}`;
}

function oneLine(text: string): string {
  return showHiddenCharacters(text.replace(/\s+/g, " ").trim());
}

function byFile(diagnostics: readonly Diagnostic[]): readonly (readonly [string, readonly Diagnostic[]])[] {
  const files = new Map<string, Diagnostic[]>();
  for (const each of diagnostics) {
    const all = files.get(each.path) ?? [];
    all.push(each);
    files.set(each.path, all);
  }
  return [...files];
}
