import { describeThrown, ignoreRejectionsIn, ToolError } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import type { AcpTerminal } from "./wire-types.js";

type TerminalFunction = "currentOutput" | "waitForExit" | "kill" | "release";

/**
 * Returns a terminal whose functions return promises of valid answers, whatever the client does: a terminal that never has an exit, because
 * its client returned none, would be looked at for ever.
 *
 * @throws ToolError (`spawn-failed`) for anything but a terminal; so do its functions for anything but an answer
 */
export function checkedTerminal(given: unknown): AcpTerminal {
  ignoreRejectionsIn(given);
  const id: unknown = isRecord(given) ? given.id : undefined;
  if (typeof id !== "string") {
    ignoreRejectionsIn(id);
    throw invalid("The client returned no terminal for the command.");
  }
  const call = async (name: TerminalFunction): Promise<Readonly<Record<string, unknown>> | undefined> => {
    try {
      const answer = await (given as AcpTerminal)[name]();
      ignoreRejectionsIn(answer);
      return isRecord(answer) ? answer : undefined;
    } catch (thrown) {
      throw invalid(`${name} of the client's terminal failed: ${describeThrown(thrown)}.`);
    }
  };
  return {
    id,
    async currentOutput() {
      const { output, truncated } = (await call("currentOutput")) ?? {};
      if (typeof output !== "string") {
        ignoreRejectionsIn(output);
        throw invalid("The client returned no text as the output of its terminal.");
      }
      return { output, truncated: truncated === true };
    },
    async waitForExit() {
      const exit = await call("waitForExit");
      if (exit === undefined)
        throw invalid(
          "The client returned no exit of its terminal, so it is not known how the command ended.",
        );
      const { exitCode, signal } = exit;
      for (const field of [exitCode, signal]) ignoreRejectionsIn(field);
      return {
        exitCode: typeof exitCode === "number" ? exitCode : null,
        ...(typeof signal === "string" && { signal }),
      };
    },
    kill: () => call("kill"),
    release: () => call("release"),
  };
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "spawn-failed" });
}
