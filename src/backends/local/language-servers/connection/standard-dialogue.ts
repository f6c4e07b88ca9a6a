import { pathToFileURL } from "node:url";
import {
  type Dialogue,
  type DialogueDependencies,
  examineBefore,
  filesToRevisit,
  type Inquiry,
  MAX_DEPENDENTS,
} from "./dialogue.js";
import { isDependency } from "./is-dependency.js";
import type { LanguageServer } from "./language-server.js";
import { MAX_OPEN_DOCUMENTS } from "./open-documents.js";
import { settle } from "./published-settle.js";
import { member, pathOfUri, readProtocolDiagnostics } from "./read-diagnostics.js";

/** Largest number of symbols of a changed file whose references are searched. */
const MAX_SYMBOLS = 20;

/** Largest number of examined files that are opened; of a whole folder none is. */
const MAX_OPENED = 20;

/** Milliseconds for the search for files that import a changed one. */
const IMPORT_SEARCH_MS = 1_000;

/**
 * Asks a server by the standard protocol: by request if the server supports it, otherwise by waiting for
 * published diagnostics.
 */
export const standardDialogue: Dialogue = async (server, inquiry, means) => {
  const { changed, inspected, signal } = inquiry;
  const { documents } = server;
  const dependents = new Set<string>();
  for (const file of changed) {
    // Searched by the text before the change: no file uses the new name of a renamed symbol yet.
    if (documents.has(file)) await usersOf(file, server, signal, dependents);
    if (dependents.size < MAX_DEPENDENTS) await importersOf(file, server, means, dependents);
  }
  if (server.pulls) {
    const ask = (file: string) => pullFile(file, server, signal);
    await examineBefore(dependents, server, { changed, clock: means.clock, ask });
  }
  const gone = new Set<string>();
  const isNew = new Set([...changed, ...inspected].filter((file) => !documents.has(file)));
  await documents.refresh();
  for (const file of changed) {
    documents.tellChanged(file);
    if ((await documents.show(file)) === "open") continue;
    gone.add(file);
    server.known.forget(file);
  }
  const given = new Set([...changed, ...inspected]);
  for (const file of changed) {
    if (dependents.size >= MAX_DEPENDENTS) break;
    if (documents.has(file)) await usersOf(file, server, signal, dependents);
  }
  for (const file of given) dependents.delete(file);
  await (server.pulls ? pull : listen)(server, inquiry, { means, isNew, gone, dependents });
};

interface Surroundings {
  readonly means: DialogueDependencies;
  /** Files of the inquiry that were not open before. */
  readonly isNew: ReadonlySet<string>;
  /** Changed files that cannot be shown to a server: deleted, too large, or not a file. */
  readonly gone: ReadonlySet<string>;
  readonly dependents: ReadonlySet<string>;
}

async function pull(
  server: LanguageServer,
  { changed, inspected, signal, onFresh }: Inquiry,
  { means, isNew, gone, dependents }: Surroundings,
): Promise<void> {
  const done = new Set<string>();
  const ask = async (file: string) => {
    if (done.has(file)) return;
    done.add(file);
    if (await pullFile(file, server, signal)) onFresh(file);
  };
  for (const file of changed) {
    if (gone.has(file)) onFresh(file);
    else await ask(file);
  }
  for (const file of [...inspected, ...dependents]) {
    // Open files are examined again after later changes, and updated when a command writes them.
    const opens = inspected.length <= MAX_OPENED;
    if (!opens || (await server.documents.show(file)) === "open") {
      await ask(file);
    } else {
      server.known.forget(file);
      onFresh(file);
    }
  }
  if (changed.length > 0) for (const file of filesToRevisit(server, done)) await ask(file);
  // A checker that runs on save publishes diagnostics in addition to its answers.
  if (server.isWorking) await settle(server, { awaited: new Set(), isNew, signal, clock: means.clock });
}

async function listen(
  server: LanguageServer,
  { changed, inspected, signal, onFresh }: Inquiry,
  { means, isNew, dependents }: Surroundings,
): Promise<void> {
  const open = (file: string) => server.documents.has(file);
  for (const file of [...inspected, ...dependents].slice(
    0,
    Math.max(0, MAX_OPEN_DOCUMENTS - changed.length),
  )) {
    await server.documents.show(file);
  }
  const awaited = new Set([
    ...changed.filter(open),
    ...inspected.filter((file) => isNew.has(file)).filter(open),
  ]);
  if (awaited.size > 0) await settle(server, { awaited, isNew, signal, clock: means.clock });
  for (const file of changed) onFresh(file);
  for (const file of inspected.filter(open)) onFresh(file);
}

async function pullFile(file: string, server: LanguageServer, signal: AbortSignal): Promise<boolean> {
  const { documents } = server;
  const textDocument = { uri: pathToFileURL(file).href };
  for (const attempt of documents.has(file) ? ["open"] : ["closed", "open"]) {
    if (attempt === "open" && !documents.has(file) && (await documents.show(file)) !== "open") {
      server.known.forget(file);
      return true;
    }
    const answer = await asked(server, "textDocument/diagnostic", { textDocument }, signal);
    const items = member(answer, "items");
    if (!Array.isArray(items)) continue;
    server.known.set(file, readProtocolDiagnostics(file, items), "asked");
    readRelated(member(answer, "relatedDocuments"), server);
    return true;
  }
  return false;
}

function readRelated(related: unknown, server: LanguageServer): void {
  if (typeof related !== "object" || related === null) return;
  for (const [uri, report] of Object.entries(related).slice(0, MAX_DEPENDENTS)) {
    const file = pathOfUri(uri);
    const items = member(report, "items");
    if (file !== undefined && Array.isArray(items)) {
      server.known.set(file, readProtocolDiagnostics(file, items), "asked");
    }
  }
}

/** Collects the files that use declarations of a file, in the server's current state. */
async function usersOf(
  file: string,
  server: LanguageServer,
  signal: AbortSignal,
  to: Set<string>,
): Promise<void> {
  if (!server.canFindUses) return;
  const textDocument = { uri: pathToFileURL(file).href };
  const symbols = await asked(server, "textDocument/documentSymbol", { textDocument }, signal);
  if (!Array.isArray(symbols)) return;
  for (const symbol of symbols.slice(0, MAX_SYMBOLS)) {
    if (to.size >= MAX_DEPENDENTS) return;
    const range = member(symbol, "selectionRange");
    const position = member(range, "start");
    if (position === undefined) continue;
    const question = { textDocument, position, context: { includeDeclaration: false } };
    const uses = await asked(server, "textDocument/references", question, signal);
    if (!Array.isArray(uses)) continue;
    for (const use of uses) {
      const user = pathOfUri(member(use, "uri"));
      if (user === undefined || user === file || isDependency(user)) continue;
      if (to.size < MAX_DEPENDENTS) to.add(user);
    }
  }
}

async function importersOf(
  file: string,
  server: LanguageServer,
  { search, clock }: DialogueDependencies,
  to: Set<string>,
): Promise<void> {
  const { definition, root } = server.command;
  if (definition.importsOf === undefined) return;
  const ending = new AbortController();
  const timer = clock.setTimeout(() => ending.abort(), IMPORT_SEARCH_MS);
  try {
    const found = search.text({
      path: root,
      pattern: definition.importsOf(file),
      globs: Object.keys(definition.languages).map((extension) => `**/*${extension}`),
      maxMatchesPerFile: 1,
      signal: ending.signal,
      onUnreadable() {},
    });
    for await (const match of found) {
      if (match.path !== file && !isDependency(match.path)) to.add(match.path);
      if (to.size >= MAX_DEPENDENTS) break;
    }
  } catch {
    // Without ripgrep, or after the time limit: use the files found so far.
  } finally {
    clock.clearTimeout(timer);
    ending.abort();
  }
}

/** Returns the server's answer; `undefined` if it refuses. */
async function asked(
  server: LanguageServer,
  method: string,
  parameters: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return await server.request(method, parameters, signal);
  } catch (error) {
    if (signal.aborted || server.hasEnded) throw error;
    return undefined;
  }
}
