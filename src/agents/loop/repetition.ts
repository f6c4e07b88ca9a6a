import type { ToolCall, ToolResult } from "../../contract/index.js";
import { canonicalJson, textFingerprint } from "../../runtime/index.js";

/** So often the same turns may come one after the other: the third time is the last. */
const MAX_REPEATED_TURNS = 3;

/** A, A, A and A, B, A, B, A, B. */
const PERIODS = [1, 2] as const;
const KEPT_TURNS = MAX_REPEATED_TURNS * Math.max(...PERIODS);

/** Notices an agent that goes round in circles. */
export interface RepetitionWatch {
  /** Takes a turn with what came of it; tells whether it was one too many of the same. */
  note(calls: readonly ToolCall[], results: readonly ToolResult[]): boolean;
}

/**
 * Creates a watch. The same calls with the same results count, three times in a row or two turns in turn three times; who polls
 * something that changes is never caught. A repetition that somebody approved starts the count anew.
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
