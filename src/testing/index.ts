// Test support for tools, backends and agent loops (`collet/testing`), for any test runner.
export {
  type BackendFactory,
  type BackendUnderTest,
  type Cable,
  type CarriedMessage,
  describeBackend,
} from "./backend-conformance/index.js";
export { assertPortable, type PortabilityOptions, type ProviderName } from "./portability/index.js";
export {
  type RecordedAnswer,
  type RecordedResult,
  type RecordedStep,
  type Recording,
  type RecordOptions,
  type ReplayableRuntime,
  type ReplayOptions,
  type RunRecorder,
  type RuntimeFactory,
  type RuntimeHooks,
  recordRun,
  replay,
} from "./recording/index.js";
export {
  type ApprovalStep,
  type EventOfType,
  type EventRecorder,
  type FakeClock,
  fakeClock,
  type ModelReply,
  type ModelStep,
  type ModelTurn,
  recordEvents,
  type ScriptedAnswer,
  type ScriptedApprovals,
  type ScriptedCall,
  type ScriptedModel,
  scriptedApprovals,
  scriptedModel,
  type TurnMaker,
} from "./scripts/index.js";
export type { SeedEntry } from "./seed-entry.js";
export type { TestRunner } from "./test-runner.js";
export type { FileContents, TestBackend, TreeChange } from "./test-workspace/index.js";
export {
  createToolTester,
  type OtherCall,
  type TestCallOptions,
  type ToolTester,
  type ToolTesterOptions,
} from "./tester/index.js";
export {
  type ConformanceLimits,
  type DescribeToolOptions,
  describeTool,
  type ToolSample,
} from "./tool-conformance/index.js";
export type { Touch } from "./watch/index.js";
