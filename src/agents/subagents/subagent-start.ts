import type {
  AgentBudget,
  AnyTool,
  Clock,
  Model,
  SubagentKind,
  SubagentReport,
  SubagentRequest,
  ToolContext,
  Workspace,
} from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { namesSubagent } from "../../permissions/index.js";
import { type RuntimeSession, type ToolRuntime, toolboxConfig } from "../../runtime/index.js";
import { type AgentEvent, type AgentResult, type AgentRuntime, runAgent } from "../loop/index.js";
import { type AgentKind, DEFAULT_SUBAGENT_BUDGET, startsSubagents } from "./agent-kind.js";
import { rollBack } from "./roll-back.js";
import type { StartSlots } from "./start-slots.js";
import { countStart, depthOf, setDepth } from "./subagent-family.js";
import type { SubagentRecord, SubagentRecords } from "./subagent-records.js";

/** The members of a runtime that subagents need; every runtime fits. */
export type StartingRuntime = AgentRuntime & Pick<ToolRuntime, "session">;

/** The state that all subagents of a runtime share. */
export interface SharedSubagents {
  readonly runtime: StartingRuntime;
  readonly kinds: ReadonlyMap<string, AgentKind>;
  readonly maxDepth: number;
  readonly maxPerSession: number;
  /** By depth, the outermost first. */
  readonly slots: readonly StartSlots[];
  readonly records: SubagentRecords;
  readonly workspace: Workspace | undefined;
  readonly clock: Clock;
}

/**
 * Interval at which a subagent reports that it is active: shorter than any sensible time limit of the call that waits
 * for it.
 */
const HEARTBEAT_MS = 5_000;

const MAX_SHOWN_CHARACTERS = 80;

/** The subagents of one running call. */
export class SubagentStart {
  readonly kinds: readonly SubagentKind[];
  readonly #context: ToolContext;
  readonly #shared: SharedSubagents;
  readonly #depth: number;

  constructor(context: ToolContext, shared: SharedSubagents) {
    this.#context = context;
    this.#shared = shared;
    this.#depth = depthOf(context.session);
    const kinds = this.#depth < shared.maxDepth ? [...shared.kinds.values()] : [];
    this.kinds = kinds.map(({ name, description, rights }) => ({ name, description, rights }));
  }

  /** Runs a subagent to its end; see `Subagents.run`. */
  async run(request: SubagentRequest): Promise<SubagentReport> {
    const record = this.#record(request);
    record.running = true;
    this.#shared.records.keep(record);
    try {
      const result = await this.#runRecord(record, request);
      record.messages = result.messages;
      for (const path of result.trackFiles) record.trackFiles.add(path);
      return this.#report(record, result);
    } finally {
      record.running = false;
      // The caller that cancels a subagent never receives its id, so no caller can continue it.
      if (this.#context.signal.aborted) this.#shared.records.drop(record);
    }
  }

  #report(record: SubagentRecord, result: AgentResult): SubagentReport {
    const { ended, text, steps, usage, problem, trackFiles } = result;
    const { workspace } = this.#shared;
    return {
      id: record.id,
      kind: record.kind.name,
      ended,
      text,
      ...(problem !== undefined && { problem }),
      steps,
      usage,
      trackFiles,
      async rollBack() {
        const failures = await rollBack(record.sessions, { workspace, paths: [...record.trackFiles] });
        const failed = new Set(failures.map(({ path }) => path));
        for (const path of record.trackFiles) if (!failed.has(path)) record.trackFiles.delete(path);
        return failures;
      },
    };
  }

  async #runRecord(record: SubagentRecord, request: SubagentRequest): Promise<AgentResult> {
    const { runtime, clock } = this.#shared;
    const session = record.sessions.at(-1) as RuntimeSession;
    const stopBeating = this.#beat(record.kind);
    const release = await this.#shared.slots[depthOf(session) - 1]?.take(this.#context.signal);
    try {
      return await runAgent({
        runtime,
        model: (record.kind.model ?? runtime.model) as Model,
        session,
        system: systemOf(record.kind, request, session.cwd),
        prompt: request.prompt,
        messages: record.messages,
        within: this.#context,
        onEvent: (event) => this.#progress(record.kind, event),
        clock,
        ...narrowed(record.kind.budget, request.budget),
      });
    } finally {
      release?.();
      stopBeating();
    }
  }

  /** Returns the subagent of a request: an earlier one, or a new one with a new session. */
  #record(request: SubagentRequest): SubagentRecord {
    if (this.#depth >= this.#shared.maxDepth) {
      throw new ToolError(
        `Subagents may be nested ${this.#shared.maxDepth} levels deep, and this one is at the last level. Do the work yourself.`,
        { code: "subagent-limit" },
      );
    }
    if (typeof request.prompt !== "string" || request.prompt.trim() === "") {
      throw new ToolError("A subagent needs a prompt that says what to do.", { code: "invalid-input" });
    }
    return request.resume === undefined ? this.#newRecord(request) : this.#resumed(request, request.resume);
  }

  #newRecord(request: SubagentRequest): SubagentRecord {
    const kind = this.#kind(request.kind);
    if (!countStart(this.#context.session, this.#shared.maxPerSession)) {
      throw new ToolError(
        `This session has started ${this.#shared.maxPerSession} subagents, which is the limit. Do the work yourself.`,
        { code: "subagent-limit" },
      );
    }
    const session = this.#shared.runtime.session({
      parent: this.#context.session,
      cwd: request.cwd ?? this.#context.cwd,
      subagent: { type: kind.name, rights: kind.rights },
      rules: [...(kind.rules ?? []), ...(request.rules ?? [])],
      tools: (tool) => this.#mayUse(tool, kind, request),
    });
    setDepth(session, this.#depth + 1);
    return { id: session.id, kind, sessions: [session], messages: [], trackFiles: new Set(), running: false };
  }

  #resumed(request: SubagentRequest, id: string): SubagentRecord {
    const record = this.#shared.records.find(id, this.#context.session);
    if (record === undefined) {
      throw new ToolError(
        `There is no subagent ${JSON.stringify(shown(id))} to continue here: only the most recent ones are remembered, and only for the session that started them. Start a new one with all the information it needs.`,
        { code: "unknown-subagent" },
      );
    }
    if (record.running) {
      throw new ToolError(`The subagent ${JSON.stringify(id)} is still running. Wait for its report.`, {
        code: "subagent-failed",
        retryable: true,
      });
    }
    const last = record.sessions.at(-1) as RuntimeSession;
    const { tools, cwd = last.cwd } = request;
    // A read-only kind must not change anything beside the request.
    const onlyReads =
      this.#shared.kinds.get(request.kind)?.rights === "read-only" && record.kind.rights === "full";
    const { rules = [] } = request;
    if (!onlyReads && rules.length === 0 && tools === undefined && cwd === last.cwd) return record;
    // A child of its last session, so that earlier denials still apply.
    const session = this.#shared.runtime.session({
      parent: last,
      cwd,
      ...(onlyReads && { subagent: { type: request.kind, rights: "read-only" } }),
      rules,
      tools: (tool) => isNamed(tool, tools),
    });
    setDepth(session, depthOf(last));
    record.sessions.push(session);
    return record;
  }

  #kind(name: string): AgentKind {
    const kind = this.#shared.kinds.get(name);
    if (kind !== undefined) return kind;
    const known = [...this.#shared.kinds.keys()].join(", ");
    throw new ToolError(
      `There is no kind of subagent named ${JSON.stringify(shown(name))}. Use one of these: ${known}.`,
      { code: "unknown-subagent" },
    );
  }

  #mayUse(tool: AnyTool, { name, tools }: AgentKind, request: SubagentRequest): boolean {
    if (startsSubagents(tool) && this.#depth + 1 >= this.#shared.maxDepth) return false;
    const ofKind =
      tools === undefined ||
      namesSubagent(toolboxConfig(tool), name) ||
      (typeof tools === "function" ? tools(tool) : tools.includes(tool.name));
    return ofKind && isNamed(tool, request.tools);
  }

  /**
   * Reports progress regularly to keep the call alive: everything that the subagent waits for has its own time limit.
   */
  #beat({ name }: AgentKind): () => void {
    const { clock } = this.#shared;
    let timer: unknown;
    const beat = () => {
      this.#context.progress({ message: `${name}: running` });
      timer = clock.setTimeout(beat, HEARTBEAT_MS);
    };
    timer = clock.setTimeout(beat, HEARTBEAT_MS);
    return () => clock.clearTimeout(timer);
  }

  #progress({ name }: AgentKind, event: AgentEvent): void {
    if (event.type === "step-start") {
      this.#context.progress({ message: `${name}: turn ${event.step}` });
    } else if (event.type === "model-reply" && event.toolCalls.length > 0) {
      const calls = shown(event.toolCalls.map((call) => call.name).join(", "));
      this.#context.progress({ message: `${name}: ${calls}` });
    }
  }
}

function systemOf({ system }: AgentKind, { instructions }: SubagentRequest, cwd: string): string {
  return [system, `Working directory: ${cwd}`, ...(instructions === undefined ? [] : [instructions])].join(
    "\n\n",
  );
}

/** Returns the smaller value of each limit. */
function narrowed(ofKind: AgentBudget = {}, requested: AgentBudget = {}): Required<AgentBudget> {
  const limit = (name: keyof AgentBudget): number => {
    const own = ofKind[name] ?? DEFAULT_SUBAGENT_BUDGET[name];
    const wanted = requested[name];
    if (wanted === undefined) return own;
    if (Number.isFinite(wanted) && wanted > 0) return Math.min(own, wanted);
    throw new ToolError(`${name} of a subagent must be a positive number, but it is ${String(wanted)}.`, {
      code: "invalid-input",
    });
  };
  return { maxSteps: limit("maxSteps"), maxTokens: limit("maxTokens"), timeoutMs: limit("timeoutMs") };
}

function isNamed({ name }: AnyTool, names: readonly string[] | undefined): boolean {
  return names === undefined || names.includes(name);
}

function shown(text: string): string {
  return String(text).slice(0, MAX_SHOWN_CHARACTERS);
}
