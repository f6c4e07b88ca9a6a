import type { ToolCall, ToolResult } from "../../contract/index.js";
import { canonicalJson } from "../../runtime/index.js";
import { textFingerprint } from "../../text/index.js";

/** Number of times the same turns may repeat; the loop ends after the third. */
const MAX_REPEATED_TURNS = 3;

/** A, A, A and A, B, A, B, A, B. */
const PERIODS = [1, 2] as const;
const KEPT_TURNS = MAX_REPEATED_TURNS * Math.max(...PERIODS);

/** Detects an agent that repeats itself. */
export interface RepetitionWatch {
  /** Records a turn with its results; returns whether the same turn occurred too often. */
  note(calls: readonly ToolCall[], results: readonly ToolResult[]): boolean;
}

/**
 * Creates a watch. It counts the same calls with the same results: one turn three times in a row, or two alternating
 * turns three times. Polling a resource that changes is not a repetition. A repetition that the approver allowed
 * restarts the count.
 */
export function createRepetitionWatch(): RepetitionWatch {
  let turns: string[] = [];
  return {
    note(calls, results) {
      if (results.some(({ status, decision }) => status === "done" && decision?.source === "repetition")) {
        turns = [];
        return false;
      }
      turns = [...turns, turnKey(calls, results)].slice(-KEPT_TURNS);
      return PERIODS.some((period) => isPeriodic(turns, period));
    },
  };
}

function isPeriodic(turns: readonly string[], period: number): boolean {
  const tail = turns.slice(-period * MAX_REPEATED_TURNS);
  return (
    tail.length === period * MAX_REPEATED_TURNS &&
    tail.every((turn, index) => index < period || turn === tail[index - period])
  );
}

function turnKey(calls: readonly ToolCall[], results: readonly ToolResult[]): string {
  const made = calls.map(({ name, input }) => [name, input]);
  const came = results.map(({ status, content }) => [status, content]);
  return textFingerprint(canonicalJson([made, came]));
}
