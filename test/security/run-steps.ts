import type { ApprovalRequest, ToolCall, ToolEvent, ToolResult } from "../../src/index.js";
import { type ScriptedAttack, type Step, textOf } from "./attack.js";
import { callsAsNobody } from "./processes.js";
import type { Weakness } from "./weakness.js";
import type { World } from "./world.js";
import { worldRuntime } from "./world-runtime.js";

/** What came of the calls of an attack. */
export interface Seen {
  readonly world: World;
  readonly results: readonly ToolResult[];
  readonly questions: readonly ApprovalRequest[];
  readonly events: readonly ToolEvent[];
  /** Of the last call. */
  readonly last: ToolResult;
  /** What the model reads of the last call. */
  readonly text: string;
}

/**
 * Makes the calls of an attack, one after the other, in a runtime over its world.
 *
 * `beforeLast` is the workspace as it was before the last call, where that may change nothing.
 */
export async function runSteps(
  attack: ScriptedAttack,
  world: World,
  weakness: Weakness,
): Promise<{ readonly seen: Seen; readonly beforeLast?: Map<string, string> }> {
  let beforeLast: Map<string, string> | undefined;
  const results: ToolResult[] = [];
  const questions: ApprovalRequest[] = [];
  const events: ToolEvent[] = [];
  const calls = attack.steps.map((step, index) =>
    typeof step === "function" ? step : callOf(step, index, world),
  );
  if (attack.asNobody === true) {
    if (changesNothing(attack)) beforeLast = world.snapshot("$WS", "without-times");
    results.push(
      ...(await callsAsNobody(
        world,
        calls.filter((call) => typeof call !== "function"),
      )),
    );
  } else {
    const staleness = weakness.staleness ?? attack.staleness;
    const approve = attack.approver?.(world) ?? (() => false);
    await using runtime = worldRuntime(world, {
      ...(attack.rules !== undefined && { rules: attack.rules }),
      ...(staleness !== undefined && { staleness }),
      permissions:
        weakness.permissions ??
        attack.permissions ??
        (attack.asksForEdits === true ? "default" : "accept-edits"),
      backend: (backend) => {
        const weak = weakness.backend?.(backend, world) ?? backend;
        return attack.backend?.(weak, world) ?? weak;
      },
      onApproval: (request, options) => {
        questions.push(structuredClone(request));
        return approve(request, options);
      },
      onEvent: (event) => events.push(event),
    });
    const lastCall = calls.findLast((call) => typeof call !== "function");
    for (const call of calls) {
      if (typeof call === "function") {
        await call(world);
        continue;
      }
      if (call === lastCall && changesNothing(attack)) beforeLast = world.snapshot("$WS", "without-times");
      results.push(await runtime.execute(call));
    }
  }
  const last = results.at(-1);
  if (last === undefined) throw new Error(`${attack.id} calls no tool.`);
  const seen = { world, results, questions, events, last, text: textOf(last) };
  return { seen, ...(beforeLast !== undefined && { beforeLast }) };
}

/** An approver of an attack's own changes things itself; then the attack's check tells what must hold. */
function changesNothing({ ending, approver }: ScriptedAttack): boolean {
  return ending.outcome !== "ok" && ending.outcome !== "safe" && approver === undefined;
}

function callOf(
  { name, input }: Exclude<Step, (world: World) => unknown>,
  index: number,
  world: World,
): ToolCall {
  return { id: `call-${index}`, name, input: withPaths(input, world) };
}

function withPaths(value: unknown, world: World): unknown {
  if (typeof value === "string") return world.path(value);
  if (Array.isArray(value)) return value.map((each) => withPaths(each, world));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPaths(each, world)]));
}
