import type { RecordedTool } from "../records/index.js";
import type { CallView } from "./run-view.js";

/** Characters of a token, about the mean of English text and code. Providers count differently, so all figures are estimates. */
const CHARACTERS_PER_TOKEN = 4;

/** The estimated tokens of one tool. */
export interface ToolCostView {
  readonly toolName: string;
  /** Its name, description and parameters, in every request. */
  readonly schemaTokens: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly resultTokens: number;
}

/** The estimated tokens of a recording. */
export interface CostView {
  /** The most expensive tools first. */
  readonly tools: readonly ToolCostView[];
  readonly total: Omit<ToolCostView, "toolName">;
  /** The calls with the largest inputs and results, at most {@link MAX_EXPENSIVE_CALLS}. */
  readonly expensive: readonly { readonly call: CallView; readonly tokens: number }[];
}

/** The most calls that are listed as expensive. */
export const MAX_EXPENSIVE_CALLS = 20;

/** Returns the tokens that a text has by a rule of thumb. */
function estimatedTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** Returns the tokens of a call's input and of its result. */
export function tokensOfCall({ record, start, end }: CallView): {
  readonly inputTokens: number;
  readonly resultTokens: number;
} {
  return {
    inputTokens: estimatedTokens((start?.input ?? record.input).length),
    resultTokens: estimatedTokens(end?.text.length ?? 0),
  };
}

/** Sums up the tokens of all calls, by tool. */
export function costOf(calls: Iterable<CallView>, tools: readonly RecordedTool[]): CostView {
  const none = { calls: 0, inputTokens: 0, resultTokens: 0 };
  const byTool = new Map<string, Omit<ToolCostView, "toolName">>(
    tools.map(({ name, characters }) => [name, { ...none, schemaTokens: estimatedTokens(characters) }]),
  );
  const expensive: { readonly call: CallView; readonly tokens: number }[] = [];
  for (const call of calls) {
    const { inputTokens, resultTokens } = tokensOfCall(call);
    const { toolName } = call.record;
    const sum = byTool.get(toolName) ?? { ...none, schemaTokens: 0 };
    byTool.set(toolName, {
      schemaTokens: sum.schemaTokens,
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + inputTokens,
      resultTokens: sum.resultTokens + resultTokens,
    });
    expensive.push({ call, tokens: inputTokens + resultTokens });
  }
  const rows = [...byTool].map(([toolName, sums]) => ({ toolName, ...sums }));
  const sumOf = (name: "schemaTokens" | "calls" | "inputTokens" | "resultTokens") =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    tools: rows.sort((one, other) => allTokens(other) - allTokens(one)),
    total: {
      schemaTokens: sumOf("schemaTokens"),
      calls: sumOf("calls"),
      inputTokens: sumOf("inputTokens"),
      resultTokens: sumOf("resultTokens"),
    },
    expensive: expensive.sort((one, other) => other.tokens - one.tokens).slice(0, MAX_EXPENSIVE_CALLS),
  };
}

function allTokens({ schemaTokens, inputTokens, resultTokens }: ToolCostView): number {
  return schemaTokens + inputTokens + resultTokens;
}
