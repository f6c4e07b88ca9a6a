import { ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { locateCommand } from "./command-request.js";
import { type PersistentEnd, PersistentShell } from "./persistent-shell.js";
import { MAX_OUTPUT_CHARACTERS } from "./run-command.js";

/** Milliseconds that a command may take (reference implementation of Anthropic's bash tool). */
export const PERSISTENT_TIMEOUT_MS = 120_000;

/** A command for the persistent shell of the session, or a restart. */
export interface PersistentCommandInput {
  readonly command?: string | undefined;
  /** Ends the shell; the next command starts another one. */
  readonly restart?: boolean | undefined;
  /** Default {@link PERSISTENT_TIMEOUT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Default {@link MAX_OUTPUT_CHARACTERS}. */
  readonly maxOutputCharacters?: number | undefined;
}

/** Result of a command, or of a restart. */
export type PersistentCommandOutput =
  | { readonly restarted: true }
  | (PersistentEnd & {
      readonly restarted: false;
      readonly timeoutMs: number;
      /** Present if the call also asked for a restart: the command is the first of its shell. */
      readonly isFirst?: true;
    });

/**
 * Runs a command in the one shell of the session, which keeps its folder, variables and functions between commands. It starts with
 * the first command in the session's cwd, and ends with the session.
 *
 * The meaning of a command depends on the earlier ones: `cd`, functions and variables. So it is judged as a script of an interpreter
 * (`bash -s`): none of it counts as reading, deny rules match each line, and an approval is not remembered for it.
 *
 * Errors: `invalid-input` without a command, `not-supported` where no shell takes input, and those of the shell.
 */
export const persistentCommandOperation: Operation<PersistentCommandInput, PersistentCommandOutput> = {
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { serial: true },
  facts: ({ command, restart }, { cwd }) =>
    // Ending processes that the session itself started needs no permission.
    restart === true && command === undefined
      ? { kind: "read" }
      : { command: `bash -s\n${command ?? ""}`, cwd, paths: [{ path: cwd, access: "read" }] },
  timeoutMs: false,
  truncation: false,
  async run({ command, restart, ...limits }, context) {
    if (restart === true) {
      await PersistentShell.of(context.session)?.end();
      if (command === undefined) return { restarted: true };
    }
    if (command === undefined || command.includes("\0")) {
      throw new ToolError("no command provided.", { code: "invalid-input" });
    }
    const cwd = await locateCommand({ command, wording: { command: "command" } }, context);
    const { timeoutMs = PERSISTENT_TIMEOUT_MS, maxOutputCharacters = MAX_OUTPUT_CHARACTERS } = limits;
    const shell = PersistentShell.of(context.session) ?? (await PersistentShell.start(cwd, context));
    const end = await shell.run(command, { timeoutMs, maxCharacters: maxOutputCharacters }, context);
    context.note({ cwd, ...(end.exitCode !== undefined && { exitCode: end.exitCode }) });
    return { ...end, restarted: false, timeoutMs, ...(restart === true && { isFirst: true }) };
  },
};
