import type { AnyTool, ApprovalHandler, ApprovalRequest, Tool, ToolResult } from "../../contract/index.js";
import { createToolRuntime } from "../../core.js";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { recordEvents, scriptedApprovals } from "../scripts/index.js";
import {
  createTestWorkspace,
  diffTrees,
  fileContents,
  readFileTree,
  type TestWorkspace,
  treeChanges,
} from "../test-workspace/index.js";
import { type Touch, watchBackend } from "../watch/index.js";
import type { OtherCall, ToolTester, ToolTesterOptions } from "./tool-tester.js";

const OPTION_NAMES = {
  permissions: true,
  clock: true,
  truncation: true,
  timeoutMs: true,
  maxTotalTimeoutMs: true,
  approvalTimeoutMs: true,
  inputRepair: true,
  redact: true,
  mode: true,
  middleware: true,
  staleness: true,
  files: true,
  approvals: true,
  backend: true,
  tools: true,
} as const satisfies KeysOf<ToolTesterOptions>;

/**
 * Creates a test environment for a tool: the real pipeline (repair, validation, permission, scheduling, truncation) over
 * its own files.
 *
 * The default permissions are those of the runtime. Only the guard against repeated calls is off by default, because tests
 * repeat calls.
 *
 * @example
 * await using tester = await createToolTester(countWords, { files: { "a.txt": "one two" }, permissions: "allow-all" });
 * const result = await tester.call({ path: "a.txt" });
 * result.status; // "done"
 */
export async function createToolTester<Name extends string, Input, Output, Accepts>(
  tool: Tool<Name, Input, Output, Accepts>,
  options: ToolTesterOptions = {},
): Promise<ToolTester<Output>> {
  requireOptions("createToolTester", options, OPTION_NAMES);
  const workspace = await createTestWorkspace(options.backend ?? "memory", options.files ?? {});
  try {
    return await testerIn(workspace, tool, options);
  } catch (error) {
    await workspace.dispose();
    throw error;
  }
}

async function testerIn<Output>(
  workspace: TestWorkspace,
  tool: AnyTool,
  options: ToolTesterOptions,
): Promise<ToolTester<Output>> {
  const { files: _files, backend: _backend, approvals, tools = [], ...runtimeOptions } = options;
  const { root } = workspace;
  const touches: Touch[] = [];
  const touchListeners: ((touch: Touch) => void)[] = [(touch) => touches.push(touch)];
  const events = recordEvents();
  const requests: ApprovalRequest[] = [];
  const runtime = createToolRuntime<readonly AnyTool[]>({
    repeatedCalls: "allow",
    ids: countingIds("session"),
    ...runtimeOptions,
    ...(approvals !== undefined && { onApproval: handlerOf(approvals) }),
    cwd: root,
    backend: watchBackend(workspace.backend, (touch) => {
      for (const listener of touchListeners) listener(touch);
    }),
    tools: [tool, ...tools],
  });
  // With other fake timers than those of a fake clock, a test would let the time pass before its first call begins.
  await runtime.executeBatch([]);
  const before = await readFileTree(workspace.backend.files, root);
  const now = () => readFileTree(workspace.backend.files, root);
  runtime.on(events);
  runtime.on((event) => {
    if (event.type === "tool-approval-request") requests.push(event.request);
  });
  const nextCall = countingIds("call");

  return {
    root,
    backend: workspace.backend,
    runtime,
    events,
    approvalRequests: requests,
    touches,
    onTouch: (listener) => void touchListeners.push(listener),
    async call(input, { signal, name = tool.name } = {}) {
      const call = { id: nextCall(), name, input };
      const result = await runtime.execute(call, signal === undefined ? {} : { signal });
      return result as ToolResult<Output>;
    },
    plan: (input, ...others) =>
      runtime.plan(
        [{ input }, ...others].map(({ name = tool.name, input: given }: OtherCall, index) => ({
          id: `planned-${index + 1}`,
          name,
          input: given,
        })),
      ),
    files: async () => fileContents(await now()),
    changes: async () => treeChanges(before, await now()),
    diff: async () => diffTrees(before, await now()),
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]();
      await workspace.dispose();
    },
  };
}

function handlerOf(approvals: NonNullable<ToolTesterOptions["approvals"]>): ApprovalHandler {
  return typeof approvals === "function" ? approvals : scriptedApprovals(approvals);
}

function countingIds(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count}`;
  };
}
