import type { Backend, ToolEnvironment, ToolSession } from "../../contract/index.js";
import { isExamined } from "../../permissions/index.js";

/** Returns what the pure functions of a tool learn besides the input of a call. */
export function toolEnvironment(session: ToolSession, backend: Backend | undefined): ToolEnvironment {
  const { cwd } = session;
  const shellLanguage = backend?.shell?.languages?.[0];
  return isExamined(shellLanguage) ? { cwd } : { cwd, shellLanguage };
}
