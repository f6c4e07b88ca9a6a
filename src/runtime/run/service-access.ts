import type { CallOutputs, OutputWriter, StoredOutput, ToolSession, Web } from "../../contract/index.js";
import { steadyWriter } from "../output/index.js";
import { NOTHING, type RuntimeServices, requireService, type ServiceName } from "../services/index.js";
import { redactOutputs } from "../values/index.js";
import { createFence, type Fence, type GuardOptions } from "./fence.js";

const NO_STORE: StoredOutput = { kept: false, reason: "this runtime has no output store" };

const FORGETFUL = forgetfulWriter(NO_STORE);

/** The output writer of a call that has ended: it stores nothing. */
export const ENDED_OUTPUT: OutputWriter = forgetfulWriter({ kept: false, reason: "its call has ended" });

/** Access of one running call to services; it ends with the call, whatever the tool has kept. */
export class ServiceAccess {
  readonly #toolName: string;
  #fence: Fence | undefined;
  #ended = false;

  constructor(toolName: string) {
    this.#toolName = toolName;
  }

  /** Whether the call has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Returns a service whose functions refuse to run once the call has ended. */
  guard<Target extends object>(target: Target, options?: GuardOptions<Target>): Target {
    this.#fence ??= createFence();
    if (this.#ended) this.#fence.close();
    return this.#fence.guard(target, options);
  }

  /** Returns a service that the runtime has; throws a `ToolError` (`not-supported`) for one that it lacks. */
  service<Service extends object>(name: ServiceName, service: Service | undefined): Service {
    // After the end, a missing service is refused like an existing one: by a rejected promise, not by an error that
    // no code catches.
    if (this.#ended && service === undefined) return NOTHING as Service;
    return requireService(this.#toolName, name, service);
  }

  /** Ends the access. */
  end(): void {
    this.#ended = true;
    this.#fence?.close();
  }

  /** Resolves when no file operation or process of the call is running. */
  drained(): Promise<void> {
    return this.#fence?.drained() ?? Promise.resolve();
  }
}

/**
 * Returns the web services for one call. Each is looked up when it is used, because a runtime may have only one of
 * them.
 */
export function callWeb(pages: () => Web["pages"], search: () => Web["search"]): Web {
  return {
    get pages() {
      return pages();
    },
    get search() {
      return search();
    },
  };
}

function forgetfulWriter(answer: StoredOutput): OutputWriter {
  return { append() {}, finish: () => Promise.resolve(answer), discard: () => Promise.resolve() };
}

/**
 * Returns the output store for the calls of a session, with redaction. Without a store, outputs are discarded and the
 * answer says so.
 */
export function outputsFor(
  { id: sessionId }: ToolSession,
  { backend, redact }: Pick<RuntimeServices, "backend" | "redact">,
): CallOutputs {
  const outputs = { open: () => (backend?.outputs ? steadyWriter(backend.outputs, sessionId) : FORGETFUL) };
  return redact === undefined ? outputs : redactOutputs(outputs, redact);
}
