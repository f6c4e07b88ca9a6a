import { performance } from "node:perf_hooks";
import { memoryBackend } from "../../backends/memory/index.js";
import { codexCodeMode } from "../../code-mode/index.js";
import type {
  PermissionDecision,
  PermissionRule,
  ToolKind,
  ToolSession,
  WebSearchProvider,
} from "../../contract/index.js";
import { createToolRuntime } from "../../create-tool-runtime.js";
import type { JudgedAspect, PermissionPreset } from "../../permissions/index.js";
import { type ToolsetName, toolsetNamed } from "../../toolsets/index.js";
import type { LoggedCall, TranscriptState } from "./transcript.js";

/** The folder that takes the place of the folder of a transcript. */
const PROJECT = "/project";

/** Most sessions of a runtime, one for each working directory; then all are opened again. */
const MAX_SESSIONS = 64;

/** The decision of a runtime about a call. */
export interface JudgedCall {
  /** Name of the tool; the requested one if there is none. */
  readonly toolName: string;
  readonly decision?: PermissionDecision;
  /** The name of the deciding rule or default, for a call that would be asked about or denied. */
  readonly rule?: string;
  readonly error?: { readonly errorCode: string; readonly message: string };
  readonly durationMs: number;
}

/** Options of {@link CallJudge}. */
export interface CallJudgeOptions {
  readonly toolset: ToolsetName;
  readonly permissions: PermissionPreset;
  /** Whether commands of the project's own programs may read unasked, as in a trusted folder. */
  readonly isTrusted: boolean;
}

/**
 * Judges logged calls in an empty project in memory. Runs nothing: its backend has no shell, and every call is only
 * planned.
 */
export class CallJudge implements AsyncDisposable {
  readonly #runtime: ReturnType<typeof openRuntime>;
  readonly #sessions = new Map<string, ToolSession>();

  constructor(options: CallJudgeOptions) {
    this.#runtime = openRuntime(options);
  }

  async judge({ id, name, input }: LoggedCall, state: TranscriptState): Promise<JudgedCall> {
    const call = { id: id === "" ? "call" : id, name, input: moved(input, state) };
    const started = performance.now();
    const session = this.#sessionAt(folderOf(state));
    const { calls } = await this.#runtime.plan([call], { session });
    const durationMs = performance.now() - started;
    const [planned] = calls;
    const { decision, error, toolName = name } = planned ?? {};
    if (decision === undefined || decision.verdict === "allow") {
      return { toolName, durationMs, ...(decision && { decision }), ...(error && { error }) };
    }
    const { aspects } = await this.#runtime.explain(call, { session });
    const aspect = aspects.find((each) => each.decision.verdict === decision.verdict);
    const kind = this.#runtime.registry.get(toolName)?.kind ?? "other";
    const rule = ruleText(aspect?.decision ?? decision, aspect, kind);
    return { toolName, decision, durationMs, rule };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#runtime[Symbol.asyncDispose]();
  }

  #sessionAt(cwd: string): ToolSession {
    const known = this.#sessions.get(cwd);
    if (known !== undefined) return known;
    if (this.#sessions.size >= MAX_SESSIONS) this.#sessions.clear();
    const session = this.#runtime.session({ cwd });
    this.#sessions.set(cwd, session);
    return session;
  }
}

function openRuntime({ toolset, permissions, isTrusted }: CallJudgeOptions) {
  const unused = (): never => {
    throw new Error("Replayed calls never run.");
  };
  const webSearch: WebSearchProvider = { name: "none", search: unused };
  const project = memoryBackend({
    files: {
      [`${PROJECT}/.git/HEAD`]: "ref: refs/heads/main\n",
      [`${PROJECT}/.git/config`]: "",
      [`${PROJECT}/.git/objects`]: { directory: true },
      [`${PROJECT}/.git/refs`]: { directory: true },
    },
    homeDirectory: "/home/user",
  });
  const runtime = createToolRuntime({
    cwd: PROJECT,
    backend: {
      ...project,
      pages: { read: unused },
      shell: { run: unused, languages: ["posix", "powershell"] },
    },
    toolset: toolsetNamed(toolset),
    permissions: isTrusted ? { preset: permissions, trustedFolders: ["."] } : permissions,
    // The tools that need a model, a search engine, web pages or PowerShell resolve as in a host that has them.
    model: { generate: unused },
    webSearch,
    repeatedCalls: "allow",
  });
  // Codex has `exec` and `wait` in code mode.
  if (toolset === "codex") codexCodeMode(runtime);
  return runtime;
}

function folderOf({ root, cwd }: TranscriptState): string {
  const folder = moved(cwd ?? PROJECT, { root });
  return typeof folder === "string" && folder.startsWith(PROJECT) ? folder : PROJECT;
}

/** Replaces the folder of the transcript in every text of an input. */
function moved(value: unknown, { root }: { readonly root?: string | undefined }): unknown {
  if (root === undefined || root.length < 2) return value;
  if (typeof value === "string") return movedText(value, root);
  // A plain copy by way of JSON: the input of a transcript is JSON.
  return JSON.parse(JSON.stringify(value ?? null), (_name, each: unknown) =>
    typeof each === "string" ? movedText(each, root) : each,
  );
}

function movedText(text: string, root: string): string {
  if (!text.includes(root)) return text;
  return text
    .split(root)
    .reduce((before, after) => `${before}${/^[\w.-]/.test(after) ? root : PROJECT}${after}`);
}

/** Returns a short name of the deciding rule or default, so that equal questions are counted together. */
function ruleText(
  { source, rule }: PermissionDecision,
  aspect: JudgedAspect | undefined,
  kind: ToolKind,
): string {
  const decider = source === "kind" ? `kind ${kind}` : source;
  if (rule !== undefined) return `rule: ${conditionsOf(rule)}`;
  return aspect?.type === "command" ? `${decider}: ${programOf(aspect.subject)}` : decider;
}

function conditionsOf({ reason: _reason, ...rule }: PermissionRule): string {
  return Object.entries(rule)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** Longest name of a program that is shown, in UTF-16 code units. */
const MAX_PROGRAM = 40;

/** Returns the name of the program of a simple command, without the variables that are set for it. */
function programOf(command: string): string {
  const words = command.trim().slice(0, MAX_COMMAND).split(/\s+/);
  const program = words.find((word) => !/^\w+=/.test(word)) ?? words[0] ?? "";
  return program.slice(program.lastIndexOf("/") + 1).slice(0, MAX_PROGRAM);
}

/** Characters of a command in which its program is looked for. */
const MAX_COMMAND = 1_000;
