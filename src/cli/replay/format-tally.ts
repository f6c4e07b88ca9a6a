import type { JudgedCall } from "./call-judge.js";
import type { EditOutcome } from "./replay-edit.js";
import type { LoggedCall } from "./transcript.js";

/**
 * Names of the tools of MCP servers, which a runtime has only if the host connects the servers, and of Codex' tools for
 * these servers.
 */
const MCP_NAME = /^mcp__|^(?:list_mcp_resources|list_mcp_resource_templates|read_mcp_resource)$/;

/** The slowest call. */
export interface SlowestCall {
  readonly tool: string;
  readonly ms: number;
  readonly file: string;
  readonly line: number;
}

/** The figures of the transcripts of one format. Plain JSON after `JSON.stringify`. */
export class FormatTally {
  readonly toolset: string;
  /** Calls, each counted once. */
  calls = 0;
  /** Calls of tools of MCP servers, which are not judged. */
  mcpCalls = 0;
  /** Calls whose tool exists and whose input is valid. */
  resolved = 0;
  /** The others, by tool and reason. */
  readonly unresolved = new Counts();
  /** The resolved calls by verdict: `allow`, `ask`, `deny`. */
  readonly verdicts = new Counts();
  /** The calls that would be asked about, by what decided. */
  readonly questions = new Counts();
  /** The calls that would be denied, by what decided. */
  readonly denials = new Counts();
  /** The files of the edits that the agent carried out, by outcome. */
  readonly edits = new Counts();

  constructor(toolset: string) {
    this.toolset = toolset;
  }

  /** Returns whether the call belongs to an MCP server; then it is only counted. */
  addForeign({ name }: LoggedCall): boolean {
    if (!MCP_NAME.test(name)) return false;
    this.mcpCalls += 1;
    return true;
  }

  addCall({ toolName, decision, error, rule = "unknown" }: JudgedCall): void {
    this.calls += 1;
    if (decision === undefined) {
      this.unresolved.add(`${toolName}: ${error?.errorCode ?? "failed"}`);
      return;
    }
    this.resolved += 1;
    this.verdicts.add(decision.verdict);
    if (decision.verdict === "ask") this.questions.add(rule);
    if (decision.verdict === "deny") this.denials.add(rule);
  }

  addEdits(outcomes: readonly EditOutcome[]): void {
    for (const outcome of outcomes) this.edits.add(outcome);
  }
}

/** Numbers by name. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Returns the entries, the largest number first. */
  sorted(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.sorted());
  }
}
