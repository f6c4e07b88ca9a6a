import { describeThrown, ignoreRejectionsIn } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import type { EngineEnd } from "../engine/index.js";

/** Returns the end of a program; that of an engine of the host which fails, or returns something else, is a failure. */
export async function checkedEnd(run: () => Promise<EngineEnd>): Promise<EngineEnd> {
  try {
    const given: unknown = await run();
    ignoreRejectionsIn(given);
    const { type, value, message } = isRecord(given) ? given : {};
    if (type === "returned") return { type, value };
    if (type === "aborted") return { type };
    if (type === "failed" && typeof message === "string") return { type, message };
    return { type: "failed", message: "The engine of the host returned no valid end of the program." };
  } catch (thrown) {
    return { type: "failed", message: `The engine of the host failed: ${describeThrown(thrown)}` };
  }
}
