import type { JudgedCall } from "../../contract/index.js";
import { type PreparedCall, resourceWarnings, shownFacts } from "../prepare/index.js";
import { sessionLimits } from "../sessions/index.js";

/** Returns what an executor that judges calls must know of a call. */
export function forJudging(prepared: PreparedCall): Pick<JudgedCall, "shown" | "isExpected" | "isLimited"> {
  return {
    shown: { facts: shownFacts(prepared), warnings: resourceWarnings(prepared) },
    isExpected: prepared.isExpected === true,
    isLimited: sessionLimits(prepared.session).length > 0,
  };
}
