import { pathToFileURL } from "node:url";
import {
  type Dialogue,
  type DialogueDependencies,
  filesToRevisit,
  type Inquiry,
  MAX_DEPENDENTS,
} from "./dialogue.js";
import type { LanguageServer } from "./language-server.js";
import { MAX_OPEN_DOCUMENTS } from "./open-documents.js";
import { settle } from "./published-settle.js";
import { member, pathOfUri, readProtocolDiagnostics } from "./read-diagnostics.js";

/** Symbols of a changed file whose uses are looked for. */
const MAX_SYMBOLS = 20;

/** Files that are opened because somebody looked at them; of a whole folder none is. */
const MAX_OPENED = 20;

/** Milliseconds for the search for files that import a changed one. */
const IMPORT_SEARCH_MS = 1_000;

/** Asks a server in the words of the protocol: by request where it answers those, else by waiting for what it publishes. */
export const standardDialogue: Dialogue = async (server, inquiry, means) => {
  const { changed, looked, signal } = inquiry;
  const { documents } = server;
  const dependents = new Set<string>();
  for (const file of changed) {
    // By the text before the change: nobody uses the new name of what was renamed.
    if (documents.has(file)) await usersOf(file, server, signal, dependents);
  }
  const gone = new Set<string>();
  const isNew = new Set([...changed, ...looked].filter((file) => !documents.has(file)));
  await documents.refresh();
  for (const file of changed) {
    documents.tellChanged(file);
    if ((await documents.show(file)) === "open") continue;
    gone.add(file);
    server.known.forget(file);
  }
  const given = new Set([...changed, ...looked]);
  for (const file of changed) {
    if (dependents.size >= MAX_DEPENDENTS) break;
    if (documents.has(file)) await usersOf(file, server, signal, dependents);
    await importersOf(file, server, means, dependents);
  }
  for (const file of given) dependents.delete(file);
  await (server.pulls ? pull : listen)(server, inquiry, { means, isNew, gone, dependents });
};

interface Surroundings {
  readonly means: DialogueDependencies;
  /** Files of the inquiry that were not open before. */
  readonly isNew: ReadonlySet<string>;
  /** Changed files that no server can be shown: deleted, too big, or no file. */
  readonly gone: ReadonlySet<string>;
  readonly dependents: ReadonlySet<string>;
}

async function pull(
  server: LanguageServer,
  { changed, looked, signal, onFresh }: Inquiry,
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
  for (const file of [...looked, ...dependents]) {
    // What is open is looked at again after later changes, and followed when a command writes it.
    const opens = looked.length <= MAX_OPENED;
    if (!opens || (await server.documents.show(file)) === "open") {
      await ask(file);
    } else {
      server.known.forget(file);
      onFresh(file);
    }
  }
  if (changed.length > 0) for (const file of filesToRevisit(server, done)) await ask(file);
  // A checker that runs on save publishes beside what it answers.
  if (server.isWorking) await settle(server, { awaited: new Set(), isNew, signal, clock: means.clock });
}

async function listen(
  server: LanguageServer,
  { changed, looked, signal, onFresh }: Inquiry,
  { means, isNew, dependents }: Surroundings,
): Promise<void> {
  const open = (file: string) => server.documents.has(file);
  for (const file of [...looked, ...dependents].slice(0, Math.max(0, MAX_OPEN_DOCUMENTS - changed.length))) {
    await server.documents.show(file);
  }
  const awaited = new Set([
    ...changed.filter(open),
    ...looked.filter((file) => isNew.has(file)).filter(open),
  ]);
  if (awaited.size > 0) await settle(server, { awaited, isNew, signal, clock: means.clock });
  for (const file of changed) onFresh(file);
  for (const file of looked.filter(open)) onFresh(file);
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

/** Files that use what a file declares, as the server has it now. */
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
      if (user !== undefined && user !== file && to.size < MAX_DEPENDENTS) to.add(user);
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
      if (match.path !== file) to.add(match.path);
      if (to.size >= MAX_DEPENDENTS) break;
    }
  } catch {
    // Without ripgrep, or in time: what was found is what is looked at.
  } finally {
    clock.clearTimeout(timer);
    ending.abort();
  }
}

/** What a server answers; nothing where it refuses. */
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
