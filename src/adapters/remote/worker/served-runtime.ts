import type { ApprovalRequest, Backend, ToolEvent, ToolSession } from "../../../contract/index.js";
import type { Plugin, RuntimeSession, ToolMap, ToolRuntime } from "../../../runtime/index.js";
import type { WireSession } from "../../calls/wire/index.js";
import { CounterpartSessions } from "../../calls/worker/index.js";
import type { AdmittedCalls } from "./admitted-calls.js";
import { ReportedReads } from "./reported-reads.js";

/** The options of a runtime that a host may choose. */
const OPTION_NAMES = [
  "cwd",
  "toolset",
  "roots",
  "staleness",
  "secretPaths",
  "protectedPaths",
  "permissions",
  "mode",
  "edits",
  "canDelegate",
  "truncation",
] as const;

/** Receives the events of a call. */
export type EventListener = (event: ToolEvent) => void;

/** A runtime of a host, on its worker: with the host's rules, and without an approver. */
export class ServedRuntime {
  readonly runtime: ToolRuntime<ToolMap>;
  readonly listeners = new Map<string, EventListener>();
  readonly reads = new ReportedReads();
  readonly #sessions = new CounterpartSessions();

  private constructor(runtime: ToolRuntime<ToolMap>) {
    this.runtime = runtime;
    runtime.on((event) => this.listeners.get(event.callId)?.(event));
  }

  /**
   * Opens the runtime of a host with its options.
   *
   * @throws TypeError or RangeError for options that no runtime accepts
   */
  static async open(
    options: Readonly<Record<string, unknown>>,
    backend: Backend,
    admitted: AdmittedCalls,
  ): Promise<ServedRuntime> {
    const { createToolRuntime } = await import("../../../create-tool-runtime.js");
    const chosen: Record<string, unknown> = {};
    for (const name of OPTION_NAMES) if (options[name] !== undefined) chosen[name] = options[name];
    // Several runtimes share the backend, and its owner disposes of it.
    const { dispose: _dispose, ...shared } = backend;
    const watching: Plugin = ({ observe }) => observe({ onRun: () => ({ onCall: admitted.onCall }) });
    const runtime = createToolRuntime({
      ...chosen,
      backend: shared,
      threads: false,
      plugins: [watching],
      // The host has repaired the input, counts repetitions, and ends calls in time.
      ...{ inputRepair: "off", repeatedCalls: "allow", timeoutMs: false, maxTotalTimeoutMs: false },
    });
    return new ServedRuntime(runtime as unknown as ToolRuntime<ToolMap>);
  }

  /** Returns the counterpart of a session of the host. */
  session({ id, cwd, parents }: WireSession): Promise<RuntimeSession> {
    return this.#sessions.of(id, async () => {
      const [parentId, ...above] = parents;
      const parent: ToolSession | undefined =
        parentId === undefined || parentId === id
          ? undefined
          : await this.session({ id: parentId, cwd, parents: above });
      return this.runtime.session({ id, cwd, parent });
    });
  }

  endSession(id: string): Promise<void> {
    return this.#sessions.end(id);
  }

  async end(): Promise<void> {
    await this.#sessions.dispose();
    await this.runtime[Symbol.asyncDispose]();
  }
}

/** Returns what an approver would see of a call, as text that is equal for equal calls. */
export function shownText({ facts, warnings = [] }: Pick<ApprovalRequest, "facts" | "warnings">): string {
  // The input as it was sent is known to the host only.
  return JSON.stringify([facts, warnings.filter((warning) => warning !== "hidden-characters")]);
}
