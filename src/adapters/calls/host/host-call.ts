import { type ExecutionContext, type JudgedCall, quietly, type ToolResult } from "../../../contract/index.js";
import { withoutUndefined } from "../../../values/index.js";
import type { CallAnswer, CallNews, WireResult } from "../wire/index.js";

/** Passes the news of a worker about a call to the runtime of its host. The context refuses what is malformed; later news still count. */
export function tellHost(
  news: CallNews,
  context: ExecutionContext | undefined,
  answer: (answer: CallAnswer) => void,
): void {
  switch (news.type) {
    case "progress":
      quietly(() => context?.progress(news.update));
      return;
    case "log":
      quietly(() => context?.log(news.text));
      return;
    case "change":
      quietly(() => context?.changed(news.change));
      return;
    case "question": {
      const asking = async () => (await context?.ask(news.question)) === true;
      // Without an approver the answer is no.
      void asking().then(
        (approved) => answer({ type: "answer", id: news.id, approved }),
        () => answer({ type: "answer", id: news.id, approved: false }),
      );
    }
  }
}

/**
 * Creates the host's result from the worker's part; the runtime adds its own names and times.
 *
 * @param remote - what the host of a fleet learns about the way of the call
 */
export function hostResult(
  call: JudgedCall,
  wire: WireResult,
  remote?: Readonly<Record<string, unknown>>,
): ToolResult {
  const { content, trackFiles, truncation } = wire;
  const message = wire.error?.message ?? "The call ran.";
  const base = {
    callId: call.id,
    toolName: call.tool.name,
    requestedName: call.requestedName,
    // The runtime replaces these with its own values.
    timing: { queuedAt: 0, endedAt: 0, durationMs: 0 },
    content: content.length > 0 ? content : [{ type: "text" as const, text: message }],
    ...((wire.metadata !== undefined || remote !== undefined) && {
      metadata: { ...wire.metadata, ...(remote !== undefined && { remote }) },
    }),
    ...withoutUndefined({ trackFiles, truncation }),
  };
  if (wire.status === "done") return { status: "done", result: wire.result, ...base };
  return {
    status: wire.status,
    error: wire.error ?? { message, errorCode: "tool-failed" },
    ...(wire.result !== undefined && { result: wire.result }),
    ...base,
  };
}
