import { NOTHING, requireService, type ServiceName } from "../services/index.js";
import { createFence, type Fence, type GuardOptions } from "./fence.js";

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
