import { type ToolContext, ToolError, type ToolSession } from "../../../contract/index.js";
import { Job, type JobOptions } from "./job.js";

/** Most concurrent jobs of one session (kimi allows 4, crush 50). */
export const MAX_RUNNING_JOBS = 16;

/** Most ended jobs of one session that are remembered; the oldest are forgotten first. */
export const MAX_ENDED_JOBS = 50;

const JOBS = Symbol("collet.jobs");

/** Numbers the jobs of all sessions, so that locks on jobs of different sessions never conflict. */
let jobCount = 0;

/** The jobs of a session, created with the first one. They end with the session. */
export class SessionJobs {
  readonly #jobs = new Map<string, Job>();
  #disposed = false;

  /** Returns the jobs of a session; `undefined` before the first was started. */
  static of(session: ToolSession): SessionJobs | undefined {
    const jobs = session.memory.get(JOBS);
    return jobs instanceof SessionJobs ? jobs : undefined;
  }

  /**
   * Returns the jobs of a session, bound to its lifetime.
   *
   * Throws `not-supported` for a session without a way to dispose of it: its jobs would never end.
   */
  static tiedTo(session: ToolSession): SessionJobs {
    const known = SessionJobs.of(session);
    if (known !== undefined) return known;
    if (session.onDispose === undefined) {
      throw new ToolError(
        "This session cannot own background jobs, because nothing ends them with it. Run the command and wait for it.",
        { code: "not-supported" },
      );
    }
    const jobs = new SessionJobs();
    session.onDispose(() => jobs.#killAll());
    session.memory.set(JOBS, jobs);
    return jobs;
  }

  /** Starts a job; resolves when its command runs. Throws `too-many-jobs`, and the errors of the shell. */
  async start(options: Omit<JobOptions, "id">, context: ToolContext): Promise<Job> {
    if (this.#disposed) {
      throw new ToolError("This session was disposed of, so it cannot start jobs any more.", {
        code: "runtime-disposed",
      });
    }
    const running = this.list().filter(({ end }) => end === undefined);
    if (running.length >= MAX_RUNNING_JOBS) {
      const names = running.map(({ id }) => id).join(", ");
      throw new ToolError(
        `${running.length} background jobs are running, which is the maximum: ${names}. Kill one that is not needed, or wait for one.`,
        { code: "too-many-jobs" },
      );
    }
    // Before the start: the session must know of a job that is starting when it ends.
    const job = new Job({ ...options, id: `job-${++jobCount}` }, context);
    this.#jobs.set(job.id, job);
    const onAbort = () => void job.kill();
    context.signal.addEventListener("abort", onAbort, { once: true });
    // A signal that is already aborted does not notify listeners.
    if (context.signal.aborted) onAbort();
    try {
      await job.started();
    } catch (error) {
      this.#jobs.delete(job.id);
      throw error;
    } finally {
      context.signal.removeEventListener("abort", onAbort);
    }
    this.#forgetOldest();
    return job;
  }

  /** Returns the jobs in the order in which they were started. */
  list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  #forgetOldest(): void {
    const ended = this.list().filter(({ end }) => end !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_JOBS))) this.#jobs.delete(id);
  }

  async #killAll(): Promise<void> {
    this.#disposed = true;
    await Promise.all(this.list().map((job) => job.kill()));
  }
}

/** The model's words for jobs. */
export interface JobWording {
  /** The parameter for the id of a job. */
  readonly jobId: string;
  /** Start of the ids that the model does not see. Default: none. */
  readonly idPrefix?: string;
}

/** Returns a job of the session by its id. Throws `unknown-job`, naming the existing jobs. */
export function jobOf(session: ToolSession, id: string, { jobId, idPrefix = "" }: JobWording): Job {
  const jobs = SessionJobs.of(session);
  const job = jobs?.get(id);
  if (job !== undefined) return job;
  const shown = (each: string) => (each.startsWith(idPrefix) ? each.slice(idPrefix.length) : each);
  const known = jobs?.list().map((each) => shown(each.id)) ?? [];
  throw new ToolError(
    known.length === 0
      ? `There is no job '${shown(id)}': this session has no background jobs. Start one first; its result contains the ${jobId}.`
      : `There is no job '${shown(id)}' in this session. ${jobId} must be one of: ${known.join(", ")}.`,
    { code: "unknown-job" },
  );
}
