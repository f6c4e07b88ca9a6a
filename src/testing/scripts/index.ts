export { type FakeClock, fakeClock } from "./fake-clock.js";
export { type EventOfType, type EventRecorder, recordEvents } from "./record-events.js";
export {
  type ApprovalStep,
  type ScriptedAnswer,
  type ScriptedApprovals,
  scriptedApprovals,
} from "./scripted-approvals.js";
export {
  type ModelReply,
  type ModelStep,
  type ModelTurn,
  type ScriptedCall,
  type ScriptedModel,
  scriptedModel,
  type TurnMaker,
} from "./scripted-model.js";
