import type { ModelMessage, ToolSession } from "../../contract/index.js";
import type { RuntimeSession } from "../../runtime/index.js";
import type { AgentKind } from "./agent-kind.js";

/** The record of a subagent, so that it can be continued and rolled back. */
export interface SubagentRecord {
  readonly id: string;
  readonly kind: AgentKind;
  /**
   * The sessions in order of opening: a request that narrows an earlier subagent continues in a child session of its
   * first.
   */
  readonly sessions: RuntimeSession[];
  messages: readonly ModelMessage[];
  readonly trackFiles: Set<string>;
  running: boolean;
}

/** Number of subagents that can be continued; a conversation may be large. */
const MAX_KEPT_SUBAGENTS = 64;

/** The subagents of one runtime: the most recently used ones, and all that run. */
export class SubagentRecords {
  readonly #records = new Map<string, SubagentRecord>();

  /** Returns a subagent that a session may continue: its own, or one of a child session. */
  find(id: string, session: ToolSession): SubagentRecord | undefined {
    const record = this.#records.get(id);
    if (record === undefined) return undefined;
    for (let each = record.sessions[0]?.parent; each !== undefined; each = each.parent) {
      if (each === session) return record;
    }
    return undefined;
  }

  /** Marks a record as the most recently used, and removes the oldest inactive one if there are too many. */
  keep(record: SubagentRecord): void {
    this.#records.delete(record.id);
    this.#records.set(record.id, record);
    if (this.#records.size <= MAX_KEPT_SUBAGENTS) return;
    const oldest = [...this.#records.values()].find(({ running }) => !running);
    if (oldest !== undefined) this.drop(oldest);
  }

  /** Removes a subagent and ends its background work. */
  drop(record: SubagentRecord): void {
    this.#records.delete(record.id);
    for (const session of record.sessions) void session[Symbol.asyncDispose]();
  }
}
