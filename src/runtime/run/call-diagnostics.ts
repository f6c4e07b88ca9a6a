import type { CallDiagnostics, ContextQuestion, Diagnostics, ToolContext } from "../../contract/index.js";
import type { CallChannels } from "./running-call-options.js";

/**
 * Returns the question before a language server is started, so that the rules about commands and then the host
 * decide.
 */
export function startQuestion(command: string): ContextQuestion {
  return {
    kind: "execute",
    command,
    reason:
      "It starts the language server of the project, whose errors are then shown with every edit. The server runs code of the project until the runtime ends.",
  };
}

/** Returns the language servers for the use of one call. */
export function callDiagnostics(
  diagnostics: Diagnostics,
  context: Pick<ToolContext, "session" | "signal"> & Pick<CallChannels, "ask">,
  roots: readonly string[],
): CallDiagnostics {
  return {
    current: (paths, { budgetMs }) =>
      diagnostics.current(paths, {
        budgetMs,
        roots,
        session: context.session,
        signal: context.signal,
        mayStart: (command, kept) => context.ask(startQuestion(command), kept),
      }),
  };
}
