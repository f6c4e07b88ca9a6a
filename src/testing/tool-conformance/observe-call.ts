import type { PlannedCall } from "../../batching/index.js";
import { type AnyTool, ignoreRejection, type ToolResult } from "../../contract/index.js";
import { kindOf } from "../../runtime/index.js";
import { type FileTree, readFileTree, type TreeChange, treeChanges } from "../test-workspace/index.js";
import { createToolTester, type ToolTester } from "../tester/index.js";
import type { Touch } from "../watch/index.js";
import type { ConformanceLimits, DescribeToolOptions, ToolSample } from "./describe-tool-options.js";
import { watchEffects } from "./effects/index.js";
import { observedTool, type ToolWatch } from "./observed-tool.js";
import { LATE, pause, within } from "./within.js";

/** Milliseconds that a sample may take; the usual time limit of a test is 5,000. */
export const DEFAULT_CALL_MS = 3_000;

/** Milliseconds that a tool may take to end after an abort: ten times the grace period of the runtime. */
export const DEFAULT_ABORT_MS = 1_000;

/** Milliseconds that the runtime of a call may take to end. */
const DISPOSAL_MS = 500;

/** The observations of one call in its own workspace. */
export interface CallObservation {
  readonly root: string;
  /** Absent if the call did not end in time. */
  readonly result?: ToolResult;
  readonly watch: ToolWatch;
  readonly touches: readonly Touch[];
  /** The resource keys that the call declared, with real paths. */
  readonly declared: PlannedCall["resourceKeys"];
  readonly before: FileTree;
  readonly after: FileTree;
  readonly changes: readonly TreeChange[];
  /** Whether the tool had ended when the files were read. */
  readonly settled: boolean;
}

/** The time of an abort: as soon as the tool waits for something, or at its n-th access to a file or folder. */
export type AbortPoint = "start" | number;

/** The default permissions: everything inside the folder is allowed, and nothing outside of it. */
const INSIDE_ONLY = [{ verdict: "allow" }] as const;

/**
 * Runs one sample in a new workspace, aborted at a point if one is given, and records everything it did.
 *
 * A call that does not end in time is aborted. With `effects`, the effects of the tool on the process are recorded too.
 */
export async function observeCall(
  tool: AnyTool,
  sample: ToolSample,
  options: DescribeToolOptions,
  {
    abortAt,
    effects = false,
  }: { readonly abortAt?: AbortPoint | undefined; readonly effects?: boolean } = {},
): Promise<CallObservation> {
  if (effects) return watchEffects(() => observeCall(tool, sample, options, { abortAt }));
  const observed = observedTool(tool);
  const { permissions = INSIDE_ONLY, approvals, backend, tools } = options;
  const tester = await createToolTester(observed.tool, {
    files: sample.files ?? options.files ?? {},
    permissions,
    approvals,
    backend,
    tools,
  });
  try {
    return await observeIn(tester, observed.watch, { sample, limits: options.limits ?? {}, abortAt });
  } finally {
    // The wait has a limit, because a tool that cannot be stopped may keep its runtime from ending.
    await within(Promise.resolve(tester[Symbol.asyncDispose]()), DISPOSAL_MS);
  }
}

async function observeIn(
  tester: ToolTester,
  watch: ToolWatch,
  call: {
    readonly sample: ToolSample;
    readonly limits: ConformanceLimits;
    readonly abortAt: AbortPoint | undefined;
  },
): Promise<CallObservation> {
  const { sample, abortAt } = call;
  const { callMs = DEFAULT_CALL_MS, abortMs = DEFAULT_ABORT_MS } = call.limits;
  const { root } = tester;
  const tree = () => readFileTree(tester.backend.files, root);
  const before = await tree();
  const [planned] = (await tester.plan(sample.input)).calls;
  // The plan already calls some functions: count their exceptions only once.
  watch.thrown.length = 0;

  const controller = new AbortController();
  const overdue = new Promise<typeof LATE>((resolve) => {
    controller.signal.addEventListener("abort", async () => resolve(await pause(abortMs)));
  });
  const abort = () => controller.abort();
  if (abortAt === "start") watch.onExecuting = abort;
  const touches: Touch[] = [];
  tester.onTouch((touch) => {
    touches.push(touch);
    if (touches.length === abortAt) abort();
  });
  const running = tester.call(sample.input, { signal: controller.signal });
  const result = await within(Promise.race([running, overdue]), callMs);
  if (result === LATE) abort();
  const over = Promise.all(watch.executions);
  // A call that was not aborted ended together with its tool.
  const settled = !controller.signal.aborted || (await Promise.race([over, overdue])) !== LATE;
  const after = await tree();
  return {
    root,
    ...(result !== LATE && { result }),
    watch,
    touches: [...touches],
    declared: planned?.resourceKeys ?? "all",
    before,
    after,
    changes: treeChanges(before, after),
    settled,
  };
}

/** Returns the name of a sample in messages. */
export function sampleName({ name, input }: ToolSample): string {
  if (name !== undefined) return `the sample "${name}"`;
  let text: string;
  try {
    text = JSON.stringify(input) ?? String(input);
  } catch (thrown) {
    ignoreRejection(thrown);
    text = kindOf(input);
  }
  return `the input ${text.length > 200 ? `${text.slice(0, 200)}...` : text}`;
}
