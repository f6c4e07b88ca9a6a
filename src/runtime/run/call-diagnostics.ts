import type { CallDiagnostics, ContextQuestion, Diagnostics, ToolContext } from "../../contract/index.js";

/** What is asked before a language server is started, so that the rules about commands and then the host decide. */
export function startQuestion(command: string): ContextQuestion {
  return {
    kind: "execute",
    command,
    reason:
      "It starts the language server of the project, whose errors are then shown with every edit. It runs code of the project and stays until the runtime ends.",
  };
}

/** The language servers as one call asks them. */
export function callDiagnostics(
  diagnostics: Diagnostics,
  context: Pick<ToolContext, "session" | "signal" | "ask">,
  roots: readonly string[],
): CallDiagnostics {
  return {
    current: (paths, { budgetMs }) =>
      diagnostics.current(paths, {
        budgetMs,
        roots,
        session: context.session,
        signal: context.signal,
        mayStart: (command) => context.ask(startQuestion(command)),
      }),
  };
}
