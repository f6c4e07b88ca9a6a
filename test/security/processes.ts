import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { ToolCall, ToolResult } from "../../src/index.js";
import type { Accident, CountReport, ProcessWork } from "./call-process.js";
import { callProgram } from "./call-program.js";
import type { World } from "./world.js";
import type { WorldFolders } from "./world-runtime.js";

/** The user and group that own nothing. */
export const NOBODY = 65_534;

/** A process that does some work with a runtime of its own. */
export interface WorkProcess {
  readonly child: ChildProcess;
  /** What it printed, and the signal that ended it. */
  readonly ended: Promise<{ readonly output: string; readonly signal: NodeJS.Signals | null }>;
}

type Work<Type extends ProcessWork["type"]> = Omit<Extract<ProcessWork, { type: Type }>, "folders" | "type">;

/** Runs calls in a process of a user who owns nothing but what was given to it. Works for root only. */
export async function callsAsNobody(
  world: World,
  calls: readonly ToolCall[],
): Promise<readonly ToolResult[]> {
  mkdirSync(world.state, { recursive: true });
  chownSync(world.state, NOBODY, NOBODY);
  const { ended } = await start(world, { type: "calls", calls }, { uid: NOBODY, gid: NOBODY });
  return JSON.parse((await ended).output) as ToolResult[];
}

/** Starts a process that makes calls, and has an accident at some step of the first. */
export function startCalls(
  world: World,
  calls: readonly ToolCall[],
  accident?: Accident,
): Promise<WorkProcess> {
  return start(world, { type: "calls", calls, ...(accident !== undefined && { accident }) });
}

/** Starts a process that counts in files; see `ProcessWork`. */
export function startCounting(world: World, work: Work<"count">): Promise<WorkProcess> {
  return start(world, { type: "count", ...work });
}

/** Starts a process that runs a command, and waits until the command has started. */
export async function startCommand(world: World, command: string): Promise<WorkProcess> {
  const host = await start(world, { type: "command", command });
  const { stdout } = host.child;
  if (stdout !== null) await Promise.race([once(stdout, "data"), host.ended]);
  return host;
}

/** What a process that counted to its end reports. */
export async function countReport({ ended }: WorkProcess): Promise<CountReport> {
  return JSON.parse((await ended).output) as CountReport;
}

/** Waits until a process got to the step of its accident. */
export async function reached(world: World, { child }: WorkProcess): Promise<void> {
  await until(
    () => existsSync(`${world.state}/reached`),
    () => child.exitCode !== null || child.signalCode !== null,
  );
}

/** Waits for something that another process does. */
export async function until(
  isSo: () => boolean,
  isHopeless: () => boolean = () => false,
  intervalMs = 2,
): Promise<void> {
  while (!isSo()) {
    if (isHopeless()) throw new Error("The process ended before that.");
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

async function start(
  world: World,
  work: { [Type in ProcessWork["type"]]: Work<Type> & { readonly type: Type } }[ProcessWork["type"]],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<WorkProcess> {
  const folders: WorldFolders = { ws: world.ws, home: world.home, state: world.state };
  const child = spawn(process.execPath, [await callProgram()], {
    ...user,
    env: { PATH: process.env.PATH, COLLET_TEST_WORK: JSON.stringify({ ...work, folders }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  world.onEnd(() => child.kill("SIGKILL"));
  const output = text(child.stdout);
  const complaint = text(child.stderr);
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = closed.then(async ([exitCode, signal]) => {
    if (exitCode !== 0 && exitCode !== null) throw new Error(`The process failed: ${await complaint}`);
    return { output: await output, signal };
  });
  return { child, ended };
}
