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
 * How an attack must end.
 *
 * - `refuse`, `error`: the last call ends with one of the codes, nobody is asked, nothing changes.
 * - `ask`: the approver is asked exactly once, with all of the real paths; it says no, and nothing changes.
 * - `ok`: the last call is done, nobody is asked, and the check holds.
 * - `safe`: the last call may end well or badly, as long as the check holds.
 */
export type Ending = { readonly check?: Check } & (
  | { readonly outcome: "refuse" | "error"; readonly codes: readonly string[] }
  | { readonly outcome: "ask"; readonly paths: readonly string[] }
  | { readonly outcome: "ok" | "safe" }
);

/** Throws when an invariant is broken. */
export type Check = (seen: Seen) => void | Promise<void>;

/** A tool call of the model, or something that happens between two of them. */
export type Step = Omit<ToolCall, "id"> | ((world: World) => unknown);

/**
 * What is not defended against, and why it cannot be, or is not a tool runtime's to defend: the attack is run, and must do
 * this damage, so that a limit that is none any more is noticed.
 */
export interface Limit {
  readonly breach: Breach;
  readonly why: string;
}

interface AttackBase {
  readonly id: AttackId;
  /** What would go wrong, and why somebody tries it. */
  readonly hazard: string;
}

/** An attack that a list of calls makes up. */
export interface ScriptedAttack extends AttackBase {
  readonly needs?: readonly Capability[];
  readonly setup?: (world: World) => unknown;
  /** All calls but the last must be done. */
  readonly steps: readonly Step[];
  readonly ending: Ending;
  /** Rules besides those that let changes inside the workspace run without a question. */
  readonly rules?: readonly PermissionRule[];
  /** Changes inside the workspace are asked about too, as without any rule. */
  readonly asksForEdits?: boolean;
  /** Everything is allowed, outside and in protected places too. */
  readonly permissions?: "allow-all";
  /** Default: the runtime's own. */
  readonly staleness?: StalenessPolicy;
  /** Default: says no. */
  readonly approver?: (world: World) => ApprovalHandler;
  /** Calls run as a user without rights, in a process of their own. */
  readonly asNobody?: boolean;
  /** What the backend of this attack does differently. */
  readonly backend?: (backend: Backend, world: World) => Backend;
  /** Milliseconds within which it must be over. Default {@link TIME_LIMIT_MS}. */
  readonly withinMs?: number;
  readonly limit?: Limit;
}

/** An attack that takes more than calls: processes, races, kills. Its own code judges it. */
export interface StagedAttack extends AttackBase {
  readonly needs?: readonly Capability[];
  readonly setup?: (world: World) => unknown;
  readonly stage: (world: World, weakness: Weakness) => Promise<void>;
  /** It waits for others most of the time, and neither measures this process nor changes it: others may run beside it. */
  readonly isWaiting?: boolean;
  readonly withinMs?: number;
  readonly limit?: Limit;
}

/** An attack that cannot be tried here, and why. */
export interface UntestedAttack extends AttackBase {
  readonly untested: string;
}

/**
 * One entry of a table of attacks.
 *
 * Where an ending differs from what one would demand of any tool runtime, this is why: a path outside the roots is asked
 * about rather than refused, so `ask` stands where nothing else is wrong with the call; a file that cannot be decoded may be
 * looked at and is refused for edits; a call that a user or a rule refuses never runs at all.
 */
export type Attack = ScriptedAttack | StagedAttack | UntestedAttack;

/**
 * Milliseconds within which an attack must be over. One second is what a refusal may take; the rest is for machines with
 * something else to do.
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

/** What the model reads of a result. */
export function textOf(result: ToolResult): string {
  return result.content.map((part) => (part.type === "text" ? part.text : `<${part.type}>`)).join("");
}
