export { DEFAULT_GANTT_WIDTH, renderGantt } from "./render-gantt.js";
export { renderPlan } from "./render-plan.js";
export type { TaskTiming, TimelineEntry } from "./timeline.js";
export { type Trace, type TraceEvent, timelineToTrace } from "./timeline-to-trace.js";
