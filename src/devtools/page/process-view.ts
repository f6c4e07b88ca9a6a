import type { RunRecord } from "../records/index.js";

/** A process that a call started: a command, or a background job. */
export interface ProcessView {
  /** The call that started it. */
  readonly call: string;
  readonly command: string;
  readonly startedAt: number;
  /** The id of a background job. */
  readonly jobId?: string;
  /** `running`, `exited`, `killed`, `failed`, or the status of a call that ended without an exit code. */
  readonly state: string;
  readonly exitCode?: number;
  readonly endedAt?: number;
}

/** The processes of a recording. Changed in place by {@link applyProcessRecord}. */
export interface ProcessesView {
  /** By the call that started them, in order. */
  readonly processes: Map<string, ProcessView>;
  /** The calls that started jobs, by session and job id. */
  readonly jobs: Map<string, string>;
}

/** The parts of a call that a process needs. */
export interface ProcessCall {
  readonly session: string;
  readonly kind: string;
  /** The canonical input as JSON. */
  readonly input: string;
}

/** The names under which tools take a command. */
const COMMAND_NAMES = ["cmd", "command", "code"] as const;

/** Adds the start or the end of a call to the processes. */
export function applyProcessRecord(
  { processes, jobs }: ProcessesView,
  { session, kind, input }: ProcessCall,
  record: Extract<RunRecord, { type: "start" | "end" }>,
): void {
  const { call, at } = record;
  if (record.type === "start") {
    const command = kind === "execute" ? commandIn(input) : undefined;
    if (command !== undefined) processes.set(call, { call, command, startedAt: at, state: "running" });
    return;
  }
  const { jobId, jobStatus, exitCode, reason } = metadataOf(record.metadata);
  if (jobStatus !== undefined) {
    const starter = jobs.get(`${session} ${jobId}`) ?? "";
    const process = processes.get(starter);
    if (process === undefined || process.endedAt !== undefined) return;
    const hasEnded = jobStatus !== "running";
    processes.set(starter, {
      ...process,
      state: jobStatus,
      ...(exitCode !== undefined && { exitCode }),
      ...(hasEnded && { endedAt: at }),
    });
    return;
  }
  const process = processes.get(call);
  if (process === undefined) return;
  if (jobId !== undefined) {
    jobs.set(`${session} ${jobId}`, call);
    processes.set(call, { ...process, jobId });
  } else {
    const state = exitCode === undefined ? record.status : (reason ?? "exited");
    processes.set(call, { ...process, state, endedAt: at, ...(exitCode !== undefined && { exitCode }) });
  }
}

/** The metadata of commands and jobs. */
interface ProcessMetadata {
  readonly jobId?: string;
  readonly jobStatus?: string;
  readonly exitCode?: number;
  readonly reason?: string;
}

function metadataOf(json: string | undefined): ProcessMetadata {
  const { jobId, jobStatus, exitCode, reason } = objectOf(json);
  return {
    ...(typeof jobId === "string" && { jobId }),
    ...(typeof jobStatus === "string" && { jobStatus }),
    ...(typeof exitCode === "number" && { exitCode }),
    ...(typeof reason === "string" && { reason }),
  };
}

function commandIn(input: string): string | undefined {
  const given = objectOf(input);
  return COMMAND_NAMES.flatMap((name) => {
    const command = given[name];
    if (Array.isArray(command)) return [command.join(" ")];
    return typeof command === "string" ? [command] : [];
  })[0];
}

/** Returns the object of a JSON text; an empty one for a text that was truncated or is not an object. */
export function objectOf(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
