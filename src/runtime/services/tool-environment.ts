import type { AnyTool, Backend, ToolEnvironment, ToolSession } from "../../contract/index.js";
import { isExamined } from "../../permissions/index.js";

/** Returns what the pure functions of a tool learn besides the input of a call. */
export function toolEnvironment(session: ToolSession, backend: Backend | undefined): ToolEnvironment {
  const { shell } = backend ?? {};
  return {
    cwd: session.cwd,
    // Asked for by the tools of commands alone: a shell may have to search for its programs.
    get shellLanguage() {
      const language = shell?.languages?.[0];
      return isExamined(language) ? undefined : language;
    },
  };
}

/** Returns whether a tool requires a shell. */
export function needsShell({ requires = [] }: Pick<AnyTool, "requires">): boolean {
  return requires.includes("shell");
}
