import type { CallOutputs, OutputWriter, StoredOutput, ToolSession } from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";
import { redactOutputs } from "../values/index.js";

const NO_STORE: StoredOutput = { kept: false, reason: "this runtime has no output store" };

const FORGETFUL = forgetfulWriter(NO_STORE);

/** The output writer of a call that has ended: it stores nothing. */
export const ENDED_OUTPUT: OutputWriter = forgetfulWriter({ kept: false, reason: "its call has ended" });

function forgetfulWriter(answer: StoredOutput): OutputWriter {
  return { append() {}, finish: () => Promise.resolve(answer), discard: () => Promise.resolve() };
}

/**
 * Returns the output store for the calls of a session, with redaction. Without a store, outputs are discarded and the
 * answer says so.
 */
export function outputsFor(
  { id: sessionId }: ToolSession,
  { backend, redact }: Pick<RuntimeServices, "backend" | "redact">,
): CallOutputs {
  const outputs = { open: () => backend?.outputs?.open({ sessionId }) ?? FORGETFUL };
  return redact === undefined ? outputs : redactOutputs(outputs, redact);
}
