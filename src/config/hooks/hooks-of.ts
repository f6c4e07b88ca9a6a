import type { CallHook } from "../../runtime/index.js";
import { HookApprovals } from "./approvals/index.js";
import { commandHook } from "./command-hook.js";
import type { ConfiguredHook } from "./configured-hook.js";
import { isCallEvent } from "./hook-event.js";
import { ConfiguredLifecycleHooks, type LifecycleHooks } from "./lifecycle-hooks.js";

/** Returns the hooks of calls for the runtime, and the others for the host. They share the approver's answers. */
export function hooksOf(configured: readonly ConfiguredHook[]): {
  readonly hooks: readonly CallHook[];
  readonly lifecycle: LifecycleHooks;
} {
  const approvals = new HookApprovals();
  const ofCalls = configured.filter(({ event }) => isCallEvent(event));
  return {
    hooks: ofCalls.map((hook) => commandHook(hook, approvals)),
    lifecycle: new ConfiguredLifecycleHooks(
      configured.filter(({ event }) => !isCallEvent(event)),
      approvals,
    ),
  };
}
