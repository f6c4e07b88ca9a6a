import type { ApprovalHandler, Backend, PermissionRule, ToolCall, ToolResult } from "../../src/index.js";
import type { StalenessPolicy } from "../../src/workspace/index.js";
import type { Breach } from "./attempt.js";
import type { Capability } from "./capabilities.js";
import type { Seen } from "./run-steps.js";
import type { Weakness } from "./weakness.js";
import type { World } from "./world.js";

/** Letters of an id: B commands that run, C shell commands, K permission rules, A arguments, G searches, O stored outputs, M registry and MCP servers, P paths, W web pages, S secrets, F special files, R races, E edits, L locks, T patch, move, delete and undo. */
export type AttackId =
  `${"B" | "C" | "K" | "A" | "G" | "O" | "M" | "P" | "W" | "S" | "F" | "R" | "E" | "L" | "T"}${number}${"" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}`;

/**
 * The required ending of an attack.
 *
 * - `refuse`, `error`: the last call ends with one of the codes, without a question and without a change.
 * - `ask`: the approver gets exactly one question, with all of the real paths; it rejects the call, and nothing changes.
 * - `ok`: the last call is done without a question, and the check passes.
 * - `safe`: the last call may succeed or fail, as long as the check passes.
 */
export type Ending = { readonly check?: Check } & (
  | { readonly outcome: "refuse" | "error"; readonly codes: readonly string[] }
  | { readonly outcome: "ask"; readonly paths: readonly string[] }
  | { readonly outcome: "ok" | "safe" }
);

/** A check that throws if an invariant is broken. */
export type Check = (seen: Seen) => void | Promise<void>;

/** A tool call of the model, or something that happens between two of them. */
export type Step = Omit<ToolCall, "id"> | ((world: World) => unknown);

/**
 * A limit of the defences, with the reason why a tool runtime cannot prevent the attack. The attack runs and must do this
 * damage, so that a change of the limit is noticed.
 */
export interface Limit {
  readonly breach: Breach;
  readonly why: string;
}

interface AttackBase {
  readonly id: AttackId;
  /** The damage of a successful attack, as a test title. */
  readonly hazard: string;
}

/** An attack that consists of a list of calls. */
export interface ScriptedAttack extends AttackBase {
  readonly needs?: readonly Capability[];
  readonly setup?: (world: World) => unknown;
  /** All calls but the last must be done. */
  readonly steps: readonly Step[];
  readonly ending: Ending;
  /** Rules besides those that let changes inside the workspace run without a question. */
  readonly rules?: readonly PermissionRule[];
  /** Makes changes inside the workspace ask too, as without any rule. */
  readonly asksForEdits?: boolean;
  /** Allows everything, even outside the roots and on protected paths. */
  readonly permissions?: "allow-all";
  /** Default: the policy of the runtime. */
  readonly staleness?: StalenessPolicy;
  /** Default: an approver that rejects. */
  readonly approver?: (world: World) => ApprovalHandler;
  /** Runs the calls as a user without rights, in a separate process. */
  readonly asNobody?: boolean;
  /** Changes the backend for this attack. */
  readonly backend?: (backend: Backend, world: World) => Backend;
  /** Milliseconds within which the attack must end. Default {@link TIME_LIMIT_MS}. */
  readonly withinMs?: number;
  readonly limit?: Limit;
}

/** An attack that needs more than calls: processes, races, kills. Its own code checks the outcome. */
export interface StagedAttack extends AttackBase {
  readonly needs?: readonly Capability[];
  readonly setup?: (world: World) => unknown;
  readonly stage: (world: World, weakness: Weakness) => Promise<void>;
  /** Set if it mostly waits, and neither measures nor changes this process, so that it may run in parallel. */
  readonly isWaiting?: boolean;
  readonly withinMs?: number;
  readonly limit?: Limit;
}

/** An attack that cannot run here, with the reason. */
export interface UntestedAttack extends AttackBase {
  readonly untested: string;
}

/**
 * One entry of a table of attacks.
 *
 * Three rules explain endings that other tool runtimes may not have: a path outside the roots asks instead of being
 * refused, if the call is otherwise valid; a file that cannot be decoded may be read but not edited; a call that a user or
 * a rule rejects never runs.
 */
export type Attack = ScriptedAttack | StagedAttack | UntestedAttack;

/**
 * Milliseconds within which an attack must end. A refusal may take one second; the rest allows for busy machines.
 */
export const TIME_LIMIT_MS = 4_000;

export function refused(...codes: readonly string[]): Ending {
  return { outcome: "refuse", codes };
}

export function failed(...codes: readonly string[]): Ending {
  return { outcome: "error", codes };
}

export function asked(...paths: readonly string[]): Ending {
  return { outcome: "ask", paths };
}

export function done(check?: Check): Ending {
  return { outcome: "ok", ...(check !== undefined && { check }) };
}

export function safe(check: Check): Ending {
  return { outcome: "safe", check };
}

/** Returns the text of a result that the model reads. */
export function textOf(result: ToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("");
}
