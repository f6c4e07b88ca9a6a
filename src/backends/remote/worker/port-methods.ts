import type {
  FileLock,
  FolderExtent,
  IntentLogEntry,
  OutputWriter,
  ProgramRequest,
  SearchScope,
  ShellConfinement,
  ShellRequest,
  TextSearch,
} from "../../../contract/index.js";
import { SHELL_LANGUAGES, ToolError } from "../../../contract/index.js";
import { joinBytes } from "../../../values/index.js";
import { MAX_BODY_BYTES } from "../wire/index.js";
import { BatchSource, nextBatch } from "./batch-source.js";
import { type Method, objectOf, portOf, type ServedCall, textOf, textsOf } from "./served-call.js";

/** Most bytes of the standard input of a command. */
const MAX_INPUT_BYTES = 268_435_456;

/** Methods of locks, intent log, search, shell, outputs and trash. */
export const PORT_METHODS: Readonly<Record<string, Method>> = {
  "batch.next": nextBatch,
  close: async (call) => {
    await call.handles.close(call.args.handle);
    return {};
  },
  "locks.acquire": async (call) => {
    const lock = await portOf(call, "locks").acquire(textOf(call, "path"), { signal: call.signal });
    return { value: call.handles.add("lock", lock, () => lock.release()) };
  },
  "lock.release": async (call) => {
    call.handles.get<FileLock>(call.args.handle, "lock");
    await call.handles.close(call.args.handle);
    return {};
  },
  "intentLog.write": async (call) => {
    const survives = objectOf(call, "options").survives === "process" ? "process" : "machine";
    const paths = textsOf(call, "paths");
    const entry = await portOf(call, "intentLog").write(paths, textOf(call, "text"), { survives });
    return { value: keepEntry(call, entry) };
  },
  "intentLog.find": async (call) => {
    const found = await portOf(call, "intentLog").find(textsOf(call, "paths"));
    return { value: found.map((entry) => keepEntry(call, entry)) };
  },
  "intentLog.findForRead": async (call) => {
    const log = portOf(call, "intentLog");
    const paths = textsOf(call, "paths");
    const found = await (log.findForRead === undefined ? log.find(paths) : log.findForRead(paths));
    return { value: found.map((entry) => keepEntry(call, entry)) };
  },
  "intent.update": async (call) => {
    await call.handles.get<IntentLogEntry>(call.args.handle, "intent").update(textOf(call, "text"));
    return {};
  },
  "intent.remove": async (call) => {
    await call.handles.get<IntentLogEntry>(call.args.handle, "intent").remove();
    await call.handles.close(call.args.handle);
    return {};
  },
  "search.files": (call) => search(call, (request) => portOf(call, "search").files(request)),
  "search.text": (call) => search(call, (request) => portOf(call, "search").text(request as TextSearch)),
  "search.count": (call) =>
    search(call, (request) => {
      const port = portOf(call, "search");
      if (port.count === undefined)
        throw new ToolError("The worker cannot count.", { code: "not-supported" });
      return port.count(request as TextSearch);
    }),
  "shell.run": runCommand,
  "shell.runProgram": runProgram,
  "outputs.open": (call) => {
    const writer = portOf(call, "outputs").open({ sessionId: textOf(call, "sessionId") });
    return { value: call.handles.add("output", writer, () => writer.discard()) };
  },
  "output.append": (call) => {
    call.handles.get<OutputWriter>(call.args.handle, "output").append(call.body);
    return {};
  },
  "output.finish": async (call) => {
    const value = await call.handles.get<OutputWriter>(call.args.handle, "output").finish();
    call.handles.forget(call.args.handle as number);
    return { value };
  },
  "output.discard": async (call) => {
    await call.handles.close(call.args.handle);
    return {};
  },
  "outputs.clean": async (call) => {
    await portOf(call, "outputs").clean();
    return {};
  },
  "trash.takes": async (call) => ({ value: await portOf(call, "trash").takes(deviceOf(call)) }),
  "trash.reserve": async (call) => {
    const { entries, bytes } = objectOf(call, "extent");
    const extent: FolderExtent = { entries: Number(entries), bytes: Number(bytes) };
    return { value: { path: await portOf(call, "trash").reserve(deviceOf(call), extent) } };
  },
};

function deviceOf({ args }: ServedCall): string | undefined {
  return typeof args.device === "string" ? args.device : undefined;
}

function keepEntry(call: ServedCall, entry: IntentLogEntry) {
  // The end of a connection leaves the entry for the next host.
  const handle = call.handles.add("intent", entry, () => {});
  return { id: entry.id, paths: entry.paths, text: entry.text, handle };
}

function search(call: ServedCall, start: (request: SearchScope) => AsyncIterable<unknown>) {
  const controller = new AbortController();
  const listens = objectOf(call, "listens");
  let told: { unreadable: string[]; skipped: unknown[]; slow?: true } = { unreadable: [], skipped: [] };
  const request = {
    ...objectOf(call, "request"),
    signal: controller.signal,
    ...(listens.unreadable === true && { onUnreadable: (path: string) => told.unreadable.push(path) }),
    ...(listens.slow === true && {
      onSlow: () => {
        told.slow = true;
      },
    }),
    ...(listens.skipped === true && { onSkipped: (skipped: unknown) => told.skipped.push(skipped) }),
  } as unknown as SearchScope;
  const found = start(request)[Symbol.asyncIterator]();
  const source = new BatchSource(
    found,
    (items) => {
      const sent = { ...told, items };
      told = { unreadable: [], skipped: [] };
      return sent;
    },
    controller,
  );
  return source.first(call);
}

/** Returns what a command and a program have in common. */
function commandRequest(call: ServedCall) {
  const { timeoutMs, inactivityTimeoutMs, confinement, environment } = call.args;
  const secretPaths = (confinement as { secretPaths?: unknown } | undefined)?.secretPaths;
  return {
    cwd: textOf(call, "cwd"),
    signal: call.signal,
    ...(typeof timeoutMs === "number" && { timeoutMs }),
    ...(typeof inactivityTimeoutMs === "number" && { inactivityTimeoutMs }),
    ...(environment !== undefined && {
      environment: objectOf(call, "environment") as Record<string, string>,
    }),
    ...(confinement !== undefined && {
      confinement: {
        ...(objectOf(call, "confinement") as unknown as ShellConfinement),
        secretPaths: async () => (Array.isArray(secretPaths) ? secretPaths : []),
      },
    }),
    onOutput: (chunk: Uint8Array, stream: "stdout" | "stderr") => {
      for (let at = 0; at < chunk.length; at += MAX_BODY_BYTES)
        call.emit("output", stream, chunk.subarray(at, at + MAX_BODY_BYTES));
    },
  };
}

async function runCommand(call: ServedCall) {
  const { standardInput, language } = call.args;
  const named = SHELL_LANGUAGES.find((each) => each === language);
  const request: ShellRequest = {
    ...commandRequest(call),
    command: textOf(call, "command"),
    language: named,
    onStart: () => call.emit("start", undefined),
    ...(standardInput === "whole" && { input: await wholeInput(call) }),
    ...(standardInput === "open" && {
      onInputOpen: (write: (bytes: Uint8Array) => void) =>
        call.onInput((bytes) => bytes !== undefined && write(bytes)),
    }),
  };
  return { value: await portOf(call, "shell").run(request) };
}

async function runProgram(call: ServedCall) {
  const shell = portOf(call, "shell");
  if (shell.runProgram === undefined)
    throw new ToolError("The worker cannot run programs.", { code: "not-supported" });
  const request: ProgramRequest = {
    ...commandRequest(call),
    program: textOf(call, "program"),
    ...(call.args.parameters !== undefined && { parameters: textsOf(call, "parameters") }),
    input: new TextDecoder().decode(await wholeInput(call)),
  };
  return { value: await shell.runProgram(request) };
}

function wholeInput(call: ServedCall): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    call.signal.addEventListener("abort", () => resolve(new Uint8Array()), { once: true });
    call.onInput((bytes) => {
      if (bytes === undefined) return resolve(joinBytes(chunks));
      length += bytes.length;
      if (length > MAX_INPUT_BYTES)
        return reject(
          new ToolError(`The input exceeds ${MAX_INPUT_BYTES} bytes.`, { code: "content-too-large" }),
        );
      chunks.push(bytes);
    });
  });
}
