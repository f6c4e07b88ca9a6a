import type { Diagnostic } from "../../../../contract/index.js";
import { type Dialogue, examineBefore, filesToRevisit, type Inquiry, MAX_DEPENDENTS } from "./dialogue.js";
import { isDependency } from "./is-dependency.js";
import type { LanguageServer } from "./language-server.js";
import { member, readTypeScriptDiagnostics } from "./read-diagnostics.js";

/**
 * Asks the TypeScript server directly, through typescript-language-server. Its answers are complete when they
 * arrive, while its published diagnostics come half a second after a change, are empty at first, and are not
 * sent at all when nothing changed. Files that import a changed one, directly or indirectly, are examined as
 * well, without opening them.
 */
export const tsserverDialogue: Dialogue = async (server, inquiry, { clock }) => {
  const questions = new Questions(server, inquiry);
  const { changed, inspected, onFresh } = inquiry;
  const dependents = new Set<string>();
  /** Deleted, too large, or not a file. */
  const gone = new Set<string>();
  for (const file of changed) {
    // While the server still knows the file: afterwards its importers cannot be found.
    if (server.documents.has(file)) await questions.importers(file, dependents);
  }
  for (const file of dependents) await questions.importers(file, dependents);
  await examineBefore(dependents, server, {
    changed,
    clock,
    ask: (file) => questions.ask(file, "semantic"),
  });
  await server.documents.refresh();
  for (const file of changed) {
    server.documents.tellChanged(file);
    if ((await server.documents.show(file)) === "open") continue;
    gone.add(file);
    server.known.forget(file);
  }
  const done = new Set<string>();
  const ask = async (file: string, kind: Answer) => {
    done.add(file);
    if (await questions.ask(file, kind)) onFresh(file);
  };
  for (const file of changed) {
    if (gone.has(file)) onFresh(file);
    else await ask(file, "all");
  }
  for (const file of inspected) {
    if (!done.has(file)) await ask(file, "all");
  }
  const frontier = [...changed];
  for (const file of frontier) await questions.importers(file, dependents);
  for (const file of dependents) {
    if (done.size >= MAX_DEPENDENTS + changed.length + inspected.length) break;
    if (done.has(file) || changed.includes(file)) continue;
    await ask(file, "semantic");
    await questions.importers(file, dependents);
  }
  if (changed.length === 0) return;
  for (const file of filesToRevisit(server, done)) await ask(file, "semantic");
};

/** The errors to ask for: all, or those of types only. */
type Answer = "all" | "semantic";

class Questions {
  readonly #server: LanguageServer;
  readonly #signal: AbortSignal;
  #project: string | undefined;

  constructor(server: LanguageServer, { signal }: Inquiry) {
    this.#server = server;
    this.#signal = signal;
  }

  /** Asks about a file, open or not; returns whether the server answered. */
  async ask(file: string, kind: Answer): Promise<boolean> {
    const { documents } = this.#server;
    let answer: readonly Diagnostic[] | undefined;
    if (!documents.has(file) && this.#project !== undefined) {
      answer = await this.#diagnose(file, this.#project, kind);
    }
    if (answer === undefined) {
      // Another project, or one that is not loaded: a server knows the project of an open file only.
      if (!documents.has(file) && (await documents.show(file)) !== "open") {
        this.#server.known.forget(file);
        return true;
      }
      answer = await this.#diagnose(file, undefined, kind);
      this.#project ??= await this.#projectOf(file);
    }
    if (answer === undefined) return false;
    this.#server.known.set(file, answer, "asked");
    return true;
  }

  /** Adds the files that import a file. */
  async importers(file: string, to: Set<string>): Promise<void> {
    if (to.size >= MAX_DEPENDENTS) return;
    const body = await this.#request("fileReferences", { file });
    const references = member(body, "refs");
    if (!Array.isArray(references)) return;
    for (const reference of references) {
      const importer = member(reference, "file");
      if (typeof importer !== "string" || isDependency(importer)) continue;
      if (to.size < MAX_DEPENDENTS) to.add(importer);
    }
  }

  async #diagnose(
    file: string,
    projectFileName: string | undefined,
    kind: Answer,
  ): Promise<readonly Diagnostic[] | undefined> {
    const parameters = {
      file,
      includeLinePosition: true,
      ...(projectFileName !== undefined && { projectFileName }),
    };
    const semantic = await this.#request("semanticDiagnosticsSync", parameters);
    if (!Array.isArray(semantic)) return undefined;
    const syntactic = kind === "all" ? await this.#request("syntacticDiagnosticsSync", parameters) : [];
    return readTypeScriptDiagnostics(file, [...(Array.isArray(syntactic) ? syntactic : []), ...semantic]);
  }

  async #projectOf(file: string): Promise<string | undefined> {
    const body = await this.#request("projectInfo", { file, needFileNameList: false });
    const name = member(body, "configFileName");
    return typeof name === "string" && !name.startsWith("/dev/null/") ? name : undefined;
  }

  /** Returns the body of an answer; `undefined` if the server refuses, for example for an unknown file. */
  async #request(command: string, parameters: unknown): Promise<unknown> {
    const request = { command: "typescript.tsserverRequest", arguments: [command, parameters, {}] };
    try {
      return member(await this.#server.request("workspace/executeCommand", request, this.#signal), "body");
    } catch (error) {
      if (this.#signal.aborted || this.#server.hasEnded) throw error;
      return undefined;
    }
  }
}
