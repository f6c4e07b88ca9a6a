import { counted } from "../../../text/index.js";

/** Problems that are named one by one. */
const MAX_NAMED_PROBLEMS = 10;

/** Result of ESLint for a text. */
export interface EslintOutcome {
  /** Why it could not process the text. */
  readonly refusal?: string;
  /** Absent when there was nothing to fix. */
  readonly text?: string | undefined;
  /** Remaining problems. */
  readonly remarks: readonly string[];
}

interface EslintMessage {
  readonly message: string;
  readonly line?: number;
  readonly ruleId?: string | null;
  readonly fatal?: boolean;
}

/** Parses the output of `eslint --fix-dry-run --format json` for one text. */
export function eslintOutcome(json: string): EslintOutcome {
  const result = firstResult(json);
  if (result === undefined) return { refusal: "it returned no report.", remarks: [] };
  const fatal = result.messages.find((message) => message.fatal === true);
  if (fatal !== undefined) return { refusal: problemText(fatal), remarks: [] };
  const named = result.messages.slice(0, MAX_NAMED_PROBLEMS).map(problemText);
  const rest = result.messages.length - named.length;
  return {
    text: result.output,
    remarks: [
      ...named.map((problem) => `eslint, not fixed: ${problem}`),
      ...(rest > 0 ? [`eslint: ${counted(rest, "more problem")}`] : []),
    ],
  };
}

function firstResult(
  json: string,
): { readonly messages: readonly EslintMessage[]; readonly output?: string } | undefined {
  try {
    const results: unknown = JSON.parse(json);
    const result: unknown = Array.isArray(results) ? results[0] : undefined;
    if (typeof result !== "object" || result === null || !("messages" in result)) return undefined;
    const { messages } = result;
    if (!Array.isArray(messages)) return undefined;
    const output = "output" in result ? result.output : undefined;
    return {
      messages: messages.filter((message) => typeof message?.message === "string"),
      ...(typeof output === "string" && { output }),
    };
  } catch {
    return undefined;
  }
}

function problemText({ message, line, ruleId }: EslintMessage): string {
  const location = line === undefined ? "" : `line ${line}: `;
  return `${location}${message}${ruleId == null ? "" : ` (${ruleId})`}`;
}
