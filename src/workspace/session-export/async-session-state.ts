import type { SessionState } from "../../contract/index.js";

/** The methods of a part of an exported session, which always return a promise. */
export type SessionStateMethods = {
  readonly [Name in "export" | "import"]: (
    ...args: Parameters<SessionState[Name]>
  ) => Promise<Awaited<ReturnType<SessionState[Name]>>>;
};

/** A part of an exported session that is read and written asynchronously. */
export interface AsyncSessionState extends SessionStateMethods {
  readonly name: string;
}
