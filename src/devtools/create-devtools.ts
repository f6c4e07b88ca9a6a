import {
  type AnyTool,
  type ApprovalHandler,
  type ApprovalRequest,
  ignoreRejection,
  ignoreRejectionsIn,
} from "../contract/index.js";
import type { Plugin, ToolRuntime } from "../runtime/index.js";
import { type KeysOf, requireKnownKeys, systemClock } from "../values/index.js";
import { createRunLog, createRunRecorder, createToolSizes } from "./records/index.js";
import { type PageAnswer, type ServeOptions, serveLog, writeRecording } from "./server/index.js";

/** Options of {@link createDevtools}. */
export interface DevtoolsOptions {
  /** The file to which the run is recorded, absolute or relative to the process. Default: none. */
  readonly recordTo?: string | undefined;
  /**
   * Also asks this handler; the first answer counts, here or on the page. Default: only the page is asked, and a question waits
   * until it is answered there or the call is cancelled.
   */
  readonly onApproval?: ApprovalHandler;
}

const OPTION_NAMES = { recordTo: true, onApproval: true } as const satisfies KeysOf<DevtoolsOptions>;

/** The page of a served runtime. */
export interface ServedDevtools {
  /** The address of the page, with the token that the page needs. Only this machine can open it. */
  readonly url: string;
}

/** DevTools of one runtime: records its runs, and shows them on a local page. */
export interface Devtools extends AsyncDisposable {
  /** Records the runs of the runtime that is created with it. */
  readonly plugin: Plugin;
  /** Asks on the page; pass it to the runtime as `onApproval`. */
  readonly onApproval: ApprovalHandler;
  /**
   * Serves the page on 127.0.0.1. With a runtime the page also has a playground, which runs its tools through the whole
   * pipeline.
   *
   * Rejects if the port is taken. The host's process does not stay alive for the page.
   */
  serve(runtime?: ToolRuntime, options?: ServeOptions): Promise<ServedDevtools>;
  /** Ends the page and closes the recording. Questions that wait on the page are rejected. */
  close(): Promise<void>;
}

/**
 * Creates DevTools for one runtime.
 *
 * Records hold inputs and outputs up to 65,536 characters each, after the runtime's `redact` has removed what must not leave it.
 *
 * @throws TypeError for an unknown option
 *
 * @example
 * const devtools = createDevtools({ recordTo: "run.jsonl" });
 * await using runtime = createToolRuntime({ plugins: [devtools.plugin], onApproval: devtools.onApproval });
 * const { url } = await devtools.serve(runtime);
 * console.log(url);
 */
export function createDevtools(options: DevtoolsOptions = {}): Devtools {
  requireKnownKeys("createDevtools", options, OPTION_NAMES);
  const { recordTo, onApproval: hostApproval } = options;
  for (const value of [recordTo, hostApproval]) ignoreRejection(value);
  if (recordTo !== undefined && typeof recordTo !== "string")
    throw new TypeError(`createDevtools: recordTo must be a path, but it is ${typeof recordTo}.`);
  if (hostApproval !== undefined && typeof hostApproval !== "function")
    throw new TypeError(`createDevtools: onApproval must be a function, but it is ${typeof hostApproval}.`);
  const log = createRunLog();
  const recording = recordTo === undefined ? undefined : writeRecording(log, recordTo);
  let redact = (text: string): string => text;
  let tools = (): readonly AnyTool[] => [];
  const sizesOf = createToolSizes();
  const recorder = createRunRecorder({
    onRecord: (record) => log.append(record),
    now: () => systemClock.now(),
    redact: (text) => redact(text),
    tools: () => sizesOf(tools()),
  });
  const waiting = new Map<string, (answer: PageAnswer) => void>();
  const pages: AsyncDisposable[] = [];
  let isClosed = false;

  const askOnPage = (request: ApprovalRequest, signal: AbortSignal): Promise<PageAnswer> =>
    new Promise((resolve) => {
      const id = recorder.asked(request);
      const settle = (answer: PageAnswer): void => {
        if (!waiting.delete(id)) return;
        signal.removeEventListener("abort", abandon);
        recorder.answered(id, { approved: answer.approved });
        resolve(answer);
      };
      const abandon = (): void => settle({ approved: false, reason: "The call was cancelled." });
      waiting.set(id, settle);
      if (isClosed)
        settle({ approved: false, reason: "DevTools was closed before the question was answered." });
      else if (signal.aborted) abandon();
      else signal.addEventListener("abort", abandon, { once: true });
    });

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const settle of [...waiting.values()]) {
      settle({ approved: false, reason: "DevTools was closed before the question was answered." });
    }
    await Promise.all(pages.splice(0).map((page) => page[Symbol.asyncDispose]()));
    await recording?.end();
  };

  return {
    plugin: ({ observe, redact: redactOfHost, registry }) => {
      redact = redactOfHost;
      tools = () => registry.list();
      observe(recorder);
    },
    onApproval: async (request, { signal }) => {
      if (hostApproval === undefined) return askOnPage(request, signal);
      const ended = new AbortController();
      const either = AbortSignal.any([signal, ended.signal]);
      try {
        const answer = (async () => hostApproval(request, { signal: either }))();
        // A handler that answers or rejects after the page has answered changes nothing.
        answer.then(ignoreRejectionsIn, ignoreRejection);
        return await Promise.race([askOnPage(request, either), answer]);
      } finally {
        ended.abort();
      }
    },
    async serve(runtime, serveOptions) {
      const page = await serveLog(log, {
        ...serveOptions,
        runtime,
        answer: (id, answer) => {
          const settle = waiting.get(id);
          settle?.(answer);
          return settle !== undefined;
        },
      });
      pages.push(page);
      return { url: page.url };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
