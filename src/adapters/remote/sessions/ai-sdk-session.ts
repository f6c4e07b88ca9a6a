import type { AiSdkCommand, AiSdkProcess } from "../../../backends/sandbox-sessions/index.js";
import { ToolError } from "../../../contract/index.js";
import { kindOf } from "../../../runtime/index.js";
import { isRecord, joinBytes } from "../../../values/index.js";
import {
  type ArgumentKinds,
  argumentKind,
  COUNT,
  optional,
  requireArguments,
  TEXT,
} from "./session-arguments.js";
import { collectOutput, exitCodeOf, runSessionCommand } from "./session-commands.js";
import type { SessionFiles } from "./session-files.js";

/** Options of an operation on one path. */
export interface AiSdkPathOptions {
  /** Path of a file, absolute or relative to the folder of the session. */
  path: string;
  /** Ends the operation. */
  abortSignal?: AbortSignal;
}

/** Options of writing a file. */
export interface AiSdkWriteOptions<Content> extends AiSdkPathOptions {
  /** The whole new content. */
  content: Content;
}

/** A sandbox session for the AI SDK (`Experimental_SandboxSession`). */
export interface AiSdkBackendSession {
  readonly description: string;
  readonly readFile: (options: AiSdkPathOptions) => Promise<ReadableStream<Uint8Array> | null>;
  readonly readBinaryFile: (options: AiSdkPathOptions) => Promise<Uint8Array | null>;
  readonly readTextFile: (
    options: AiSdkPathOptions & { encoding?: string; startLine?: number; endLine?: number },
  ) => Promise<string | null>;
  readonly writeFile: (options: AiSdkWriteOptions<ReadableStream<Uint8Array>>) => Promise<void>;
  readonly writeBinaryFile: (options: AiSdkWriteOptions<Uint8Array>) => Promise<void>;
  readonly writeTextFile: (options: AiSdkWriteOptions<string> & { encoding?: string }) => Promise<void>;
  readonly stat: (
    options: AiSdkPathOptions,
  ) => Promise<{ type: "file" | "directory" | "other"; size: number } | null>;
  readonly listDirectory: (
    options: AiSdkPathOptions,
  ) => Promise<{ name: string; type: "file" | "directory" | "symlink" | "other" }[] | null>;
  readonly deleteFile: (options: AiSdkPathOptions) => Promise<boolean>;
  readonly spawn: {
    (options: AiSdkCommand & { stdin: true }): Promise<never>;
    (options: AiSdkCommand & { stdin?: boolean }): Promise<AiSdkProcess>;
  };
  readonly run: (options: AiSdkCommand) => Promise<{ exitCode: number; stdout: string; stderr: string }>;
}

/** Bytes of output that wait for a slow reader; then the command is stopped. */
const MAX_WAITING_BYTES = 67_108_864;

/** Creates a sandbox session for the AI SDK on a backend. */
export function aiSdkSession(files: SessionFiles): AiSdkBackendSession {
  const read = async ({ path, abortSignal }: AiSdkPathOptions) =>
    (await files.read(path, abortSignal)) ?? null;
  const write = async ({ path, content, abortSignal }: AiSdkWriteOptions<Uint8Array>) => {
    if (!(content instanceof Uint8Array))
      throw new TypeError(`A session writes content as bytes, but got ${kindOf(content)}.`);
    await files.write(path, content, { signal: abortSignal });
  };
  return checkingOptions({
    description: `Commands and files of the backend '${files.backend.name}'. Relative paths start at ${files.cwd}.`,
    readFile: async (options) => {
      const content = await read(options);
      return content && streamOf(content);
    },
    readBinaryFile: read,
    readTextFile: async ({ encoding = "utf-8", startLine, endLine, ...options }) => {
      const content = await read(options);
      if (content === null) return null;
      const text = new TextDecoder(encoding).decode(content);
      return startLine === undefined && endLine === undefined ? text : linesOf(text, startLine, endLine);
    },
    writeFile: async ({ content, ...options }) => write({ ...options, content: await bytesOf(content) }),
    writeBinaryFile: write,
    writeTextFile: async ({ content, encoding = "utf-8", ...options }) => {
      if (!/^utf-?8$/i.test(encoding))
        throw new ToolError(`writeTextFile writes UTF-8, not '${encoding}'. Use writeBinaryFile.`, {
          code: "not-supported",
        });
      await write({ ...options, content: new TextEncoder().encode(content) });
    },
    stat: async ({ path }) => {
      const stat = await files.stat(path);
      if (stat === undefined) return null;
      const { type, size } = stat;
      return { type: type === "file" || type === "directory" ? type : "other", size };
    },
    listDirectory: async ({ path }) => {
      if ((await files.stat(path)) === undefined) return null;
      return (await files.list(path)).map(({ name, type }) => ({ name, type }));
    },
    deleteFile: async ({ path }) => {
      const stat = await files.linkStat(path);
      if (stat?.type === "directory")
        throw new ToolError(`'${path}' is a directory, not a file.`, {
          code: "not-a-file",
          absolutePath: path,
        });
      return stat !== undefined && files.remove(path);
    },
    spawn: (async (options: AiSdkCommand & { stdin?: boolean }) => spawn(files, options)) as never,
    run: async ({ command, workingDirectory, env, abortSignal }) => {
      abortSignal?.throwIfAborted();
      const signal = abortSignal ?? new AbortController().signal;
      const collected = await collectOutput(files, {
        command,
        cwd: workingDirectory,
        environment: env,
        signal,
      });
      signal.throwIfAborted();
      const { exitCode, stdout, stderr, isTruncated } = collected;
      return { exitCode, stdout, stderr: isTruncated ? `${stderr}\n[The output was truncated.]\n` : stderr };
    },
  });
}

/** Fields of options that more than one function reads. */
const FIELDS: ArgumentKinds = {
  encoding: optional(TEXT),
  startLine: optional(COUNT),
  endLine: optional(COUNT),
  workingDirectory: optional(TEXT),
  env: optional(argumentKind("an object of strings", isEnvironment)),
  abortSignal: optional(argumentKind("an AbortSignal", isSignal)),
};

/** Functions that run a command. */
const COMMANDS: ReadonlySet<string> = new Set(["run", "spawn"]);

/** Returns whether a value is an object of strings. Never throws. */
function isEnvironment(value: unknown): boolean {
  try {
    return (
      isRecord(value) && Object.values(value).every((each) => typeof each === "string" || each === undefined)
    );
  } catch {
    return false;
  }
}

/** Functions of an `AbortSignal` that are called; a signal of another realm or a polyfill is one too. */
const SIGNAL_FUNCTIONS = ["throwIfAborted", "addEventListener"];

/** Returns whether a value can be used as an `AbortSignal`. Never throws. */
function isSignal(value: unknown): boolean {
  try {
    return isRecord(value) && SIGNAL_FUNCTIONS.every((name) => typeof value[name] === "function");
  } catch {
    return false;
  }
}

/** Returns a session whose functions reject options that are not an object, or have a field of another kind. */
function checkingOptions(session: AiSdkBackendSession): AiSdkBackendSession {
  const checked = Object.entries(session).map(([name, member]: [string, unknown]) => {
    if (typeof member !== "function") return [name, member];
    const check = async (options: unknown): Promise<unknown> => {
      if (!isRecord(options))
        throw new TypeError(`${name} of a session expects an object of options, but got ${kindOf(options)}.`);
      for (const [field, kind] of Object.entries(FIELDS))
        requireArguments(name, [options[field]], { [field]: kind });
      if (COMMANDS.has(name)) requireArguments(name, [options.command], { command: TEXT });
      return member(options);
    };
    return [name, check];
  });
  return Object.fromEntries(checked) as AiSdkBackendSession;
}

function spawn(
  files: SessionFiles,
  { command, workingDirectory, env, abortSignal, stdin }: AiSdkCommand & { stdin?: boolean },
): AiSdkProcess {
  if (stdin === true)
    throw new ToolError("A session on a backend does not pass input to a running command. Use a file.", {
      code: "not-supported",
    });
  abortSignal?.throwIfAborted();
  const killed = new AbortController();
  const signal = abortSignal === undefined ? killed.signal : AbortSignal.any([abortSignal, killed.signal]);
  const controllers: Partial<Record<"stdout" | "stderr", ReadableStreamDefaultController<Uint8Array>>> = {};
  const open = (name: "stdout" | "stderr") =>
    new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          controllers[name] = controller;
        },
        // A stream that is not read must not keep its output in memory.
        cancel: () => {
          delete controllers[name];
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
  const [stdout, stderr] = [open("stdout"), open("stderr")];
  const ended = runSessionCommand(files, {
    command,
    cwd: workingDirectory,
    environment: env,
    signal,
    onOutput: (chunk, stream) => {
      const controller = controllers[stream];
      if (controller === undefined) return;
      // The bytes may be reused after this call.
      controller.enqueue(chunk.slice());
      if ((controller.desiredSize ?? 0) >= 0) return;
      delete controllers[stream];
      controller.error(new Error(`More than ${MAX_WAITING_BYTES} bytes of output were not read.`));
      killed.abort();
    },
  }).finally(() => {
    for (const controller of Object.values(controllers)) controller.close();
  });
  ended.catch(() => {});
  return {
    stdout,
    stderr,
    wait: async () => {
      const outcome = await ended;
      abortSignal?.throwIfAborted();
      return { exitCode: exitCodeOf(outcome) };
    },
    kill: async () => {
      killed.abort();
      await ended.catch(() => {});
    },
  };
}

/** Returns lines with their line ends; both numbers count from 1 and are included. */
function linesOf(text: string, first = 1, last = Number.POSITIVE_INFINITY): string {
  let start = 0;
  for (let line = 1; line < first; line += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return "";
    start = end + 1;
  }
  let end = start;
  for (let line = first; line <= last; line += 1) {
    const next = text.indexOf("\n", end);
    if (next < 0) return text.slice(start);
    if (line === last) return text.slice(start, next);
    end = next + 1;
  }
  return "";
}

function streamOf(content: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      if (content.byteLength > 0) controller.enqueue(content);
      controller.close();
    },
  });
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  if (!(stream instanceof ReadableStream))
    throw new TypeError(`writeFile expects a ReadableStream as content, but got ${kindOf(stream)}.`);
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(parts);
    parts.push(value);
  }
}
