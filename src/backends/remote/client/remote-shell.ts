import type {
  ProgramRequest,
  Shell,
  ShellConfinement,
  ShellOutcome,
  ShellRequest,
} from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import type { WorkerHello } from "../wire/index.js";
import type { RemoteLink } from "./link.js";
import { unreadable } from "./read-answers.js";

const REASONS: readonly unknown[] = ["exit", "timeout", "inactivity", "abort"];

/** The shell of a worker. A command whose connection is lost is ended by its worker. */
export function remoteShell(link: RemoteLink, features: NonNullable<WorkerHello["shell"]>): Shell {
  const start = async (
    method: string,
    { signal, onOutput, confinement, ...rest }: Omit<ProgramRequest, "program" | "input">,
    {
      onStart,
      onOpen,
    }: { readonly onStart?: (() => void) | undefined; readonly onOpen?: Sender | undefined },
  ): Promise<ShellOutcome> => {
    const connection = await link.connection();
    const sent = confinement === undefined ? {} : { confinement: await sentConfinement(confinement) };
    let fault: { readonly error: unknown } | undefined;
    const failing = new AbortController();
    const ended = AbortSignal.any([signal, failing.signal]);
    const answer = await connection.call(
      `shell.${method}`,
      { ...rest, ...sent },
      {
        signal: ended,
        onEvent: (name, value, body) => {
          if (name === "start") onStart?.();
          else if (name === "output" && fault === undefined) {
            try {
              onOutput(body, value === "stderr" ? "stderr" : "stdout");
            } catch (error) {
              fault = { error };
              failing.abort();
            }
          }
        },
        onOpen,
      },
    );
    if (fault !== undefined) throw fault.error;
    return readOutcome(answer.value);
  };
  return {
    ...(features.languages.length > 0 && { languages: features.languages }),
    ...(features.description !== undefined && { description: features.description }),
    takesInput: features.takesInput,
    confinesCommands: features.confinesCommands,
    run: ({ input, onInputOpen, onStart, ...request }) =>
      start("run", { ...request, ...standardInput({ input, onInputOpen }) } as never, {
        onStart,
        onOpen: sender({ input, onInputOpen }),
      }),
    ...(features.runsPrograms && {
      runProgram: ({ input, ...request }: ProgramRequest) => {
        const bytes = new TextEncoder().encode(input);
        return start("runProgram", request, { onOpen: sender({ input: bytes }) });
      },
    }),
  };
}

/** Standard input of a command. */
interface CommandInput {
  readonly input?: ShellRequest["input"] | undefined;
  readonly onInputOpen?: ShellRequest["onInputOpen"] | undefined;
}

type Sender = (send: (bytes: Uint8Array | undefined) => void) => void;

function standardInput({ input, onInputOpen }: CommandInput) {
  if (onInputOpen !== undefined) return { standardInput: "open" };
  return input === undefined ? {} : { standardInput: "whole" };
}

function sender({ input, onInputOpen }: CommandInput): Sender | undefined {
  if (onInputOpen !== undefined) return (send) => onInputOpen((bytes) => send(bytes.slice()));
  if (input === undefined) return undefined;
  return (send) => {
    send(input);
    send(undefined);
  };
}

/** Returns a confinement as it can be sent: with the secret paths instead of a function. */
async function sentConfinement({ secretPaths, ...confinement }: ShellConfinement) {
  return { ...confinement, ...(secretPaths !== undefined && { secretPaths: await secretPaths() }) };
}

function readOutcome(value: unknown): ShellOutcome {
  if (!isRecord(value)) throw unreadable("the end of a command");
  const { exitCode, signal, reason, durationMs, sandbox } = value;
  const isCode = exitCode === null || Number.isSafeInteger(exitCode);
  if (!isCode || !REASONS.includes(reason) || typeof durationMs !== "number")
    throw unreadable("the end of a command");
  return {
    exitCode: exitCode as number | null,
    ...(typeof signal === "string" && { signal }),
    reason: reason as ShellOutcome["reason"],
    durationMs,
    ...(typeof sandbox === "string" && { sandbox }),
  };
}
