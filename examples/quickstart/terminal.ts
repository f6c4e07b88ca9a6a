import type { ExecutionPlan, PermissionDecision, ToolCall, ToolEvent, ToolResult } from "collet";

type Colour = "dim" | "bold" | "red" | "green" | "cyan";

const CODES: Readonly<Record<Colour, number>> = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 };
const MAX_TARGET_LENGTH = 60;

/** Output of an agent for the user. It has colours on a terminal or with FORCE_COLOR, but not with NO_COLOR (https://no-color.org). */
export class Terminal {
  readonly #out: NodeJS.WriteStream;
  readonly #coloured: boolean;
  /** Omitted from paths, so that lines stay short. */
  readonly #directory: string;

  constructor(out: NodeJS.WriteStream, directory: string) {
    this.#out = out;
    this.#coloured = !process.env.NO_COLOR && (out.isTTY === true || Boolean(process.env.FORCE_COLOR));
    this.#directory = directory;
  }

  line(text = "", colour?: Colour): void {
    this.#out.write(`${colour === undefined ? text : this.#paint(text, colour)}\n`);
  }

  /** Writes the text of the model. */
  says(text: string): void {
    if (text !== "") this.line(`\n${text}`, "bold");
  }

  /** Writes which calls run in parallel and which wait. */
  plan({ calls: planned, batches }: ExecutionPlan, calls: readonly ToolCall[]): void {
    const names = new Map(calls.map(({ id, name, input }) => [id, `${name} ${this.#target(input)}`]));
    const waiting = planned.filter(({ waitsFor }) => waitsFor.length > 0).length;
    const order = waiting === 0 ? "all in parallel" : `${waiting} waiting for earlier calls`;
    this.line(`  plan   ${calls.length} calls, ${order}`, "cyan");
    for (const [index, batch] of batches.entries()) {
      this.line(`         ${index + 1}. ${batch.map((id) => names.get(id) ?? id).join(" | ")}`, "cyan");
    }
  }

  /** Writes the events of a call: the approval request and its answer, the start with the decision, the result. */
  event(event: ToolEvent): void {
    switch (event.type) {
      case "tool-approval-request":
        this.line(`  ask    ${event.toolName} ${this.#target(event.request.input)}`, "dim");
        break;
      case "tool-approval-response":
        this.line(
          `  answer ${event.approved ? "approved" : `refused: ${event.reason ?? "no reason given"}`}`,
          "dim",
        );
        break;
      case "tool-call-start":
        this.line(
          `  start  ${event.toolName} ${this.#target(event.input)}  [${decisionText(event.decision)}]`,
        );
        break;
      case "tool-result":
        this.#result(event.result);
        break;
    }
  }

  /** Writes unified diffs. */
  diff(patches: readonly string[]): void {
    for (const line of patches.join("").trimEnd().split("\n")) {
      if (line.startsWith("===")) continue;
      const header = line.startsWith("+++") || line.startsWith("---");
      if (header) this.line(line, "bold");
      else if (line.startsWith("+")) this.line(line, "green");
      else if (line.startsWith("-")) this.line(line, "red");
      else this.line(line);
    }
  }

  #result(result: ToolResult): void {
    const ok = result.status === "done";
    const word = ok ? "done " : result.status;
    const time = `${Math.round(result.timing.durationMs)} ms`;
    this.line(
      `  ${word}  ${result.toolName} in ${time}: ${this.#short(summary(result))}`,
      ok ? "green" : "red",
    );
  }

  /** Returns the first text of the input, as the subject of the call. */
  #target(input: unknown): string {
    const values = typeof input === "object" && input !== null ? Object.values(input) : [];
    const text = String(values.find((value) => typeof value === "string") ?? "");
    const line = this.#short(text).replaceAll("\n", " ");
    return line.length > MAX_TARGET_LENGTH ? `${line.slice(0, MAX_TARGET_LENGTH)}...` : line;
  }

  #short(text: string): string {
    return text.replaceAll(`${this.#directory}/`, "");
  }

  #paint(text: string, colour: Colour): string {
    return this.#coloured ? `\u001B[${CODES[colour]}m${text}\u001B[0m` : text;
  }
}

function decisionText({ verdict, source, reason }: PermissionDecision): string {
  if (verdict === "ask") return "approved";
  const why = source === "kind" ? "by default" : source === "rule" ? "by a rule" : `by ${source}`;
  return reason === undefined ? `allowed ${why}` : `allowed ${why}: ${reason}`;
}

function summary(result: ToolResult): string {
  if (result.status !== "done") return result.error.message.split("\n")[0] ?? result.status;
  const text = result.content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  const exitCode = /<exit_code>(-?\d+)<\/exit_code>/.exec(text)?.[1];
  if (exitCode !== undefined) {
    const counts = [...text.matchAll(/^\S+ ((?:pass|fail) \d+)$/gm)].map((match) => match[1]);
    return [`exit code ${exitCode}`, ...counts].join(", ");
  }
  const [first = "", ...others] = text.trimEnd().split("\n");
  if (others.length > 0 && result.trackFiles === undefined) return `${others.length + 1} lines`;
  const how = result.metadata?.matcher;
  return typeof how === "string" && how !== "exact" ? `${first} Found by the ${how} matcher.` : first;
}
