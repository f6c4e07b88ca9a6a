import type { ModelMessage, ToolSession } from "../../contract/index.js";
import type { RuntimeSession } from "../../runtime/index.js";
import type { AgentKind } from "./agent-kind.js";

/** What is kept of a subagent, so that it can be gone on with and taken back. */
export interface SubagentRecord {
  readonly id: string;
  readonly kind: AgentKind;
  /** In the order they were opened: a request that narrows an earlier subagent goes on in a session below its first. */
  readonly sessions: RuntimeSession[];
  messages: readonly ModelMessage[];
  readonly trackFiles: Set<string>;
  running: boolean;
}

/** Subagents that can be gone on with; a conversation may be large. */
const MAX_KEPT_SUBAGENTS = 64;

/** The subagents of one runtime: the ones used last, and all that run. */
export class SubagentRecords {
  readonly #records = new Map<string, SubagentRecord>();

  /** One that a session may go on with: its own, or that of a session that works for it. */
  find(id: string, session: ToolSession): SubagentRecord | undefined {
    const record = this.#records.get(id);
    if (record === undefined) return undefined;
    for (let each = record.sessions[0]?.parent; each !== undefined; each = each.parent) {
      if (each === session) return record;
    }
    return undefined;
  }

  /** Keeps a record as the one used last, and drops the oldest that does not run where there are too many. */
  keep(record: SubagentRecord): void {
    this.#records.delete(record.id);
    this.#records.set(record.id, record);
    if (this.#records.size <= MAX_KEPT_SUBAGENTS) return;
    const oldest = [...this.#records.values()].find(({ running }) => !running);
    if (oldest !== undefined) this.drop(oldest);
  }

  /** Forgets a subagent, and ends what it left running. */
  drop(record: SubagentRecord): void {
    this.#records.delete(record.id);
    for (const session of record.sessions) void session[Symbol.asyncDispose]();
  }
}
