import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { packageFile, threadEnvironment } from "../../../../values/index.js";
import { isForbidden } from "../../permission-model.js";
import { type PlainPage, plainHtml } from "../html/plain-html.js";
import {
  CONVERSION_HEAP_MB,
  CONVERSION_TIMEOUT_MS,
  MAX_CONVERSIONS,
  MAX_CONVERTED_CHARACTERS,
} from "../web-limits.js";
import type { HtmlWorkerInput, HtmlWorkerOutput } from "./html-worker.js";
import { visibleText } from "./visible-text.js";

/** A page in Markdown, or in plain text with a note about the reason. */
export interface ConvertedPage extends PlainPage {
  readonly note?: string;
}

/** The program of the thread. */
const PROGRAM = packageFile("html-worker.js", {
  here: import.meta.url as string | undefined,
  source: "backends/local/web/pages/html-conversion.ts",
});

/** Limits of a conversion. */
export interface ConversionOptions {
  readonly signal: AbortSignal;
  /** Default {@link CONVERSION_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Megabytes. Default {@link CONVERSION_HEAP_MB}. */
  readonly heapMb?: number;
  /** The program of the thread. Default: that of the package. */
  readonly program?: URL;
}

/** Number of running conversions, and the waiting ones. */
const running = { count: 0, waiting: [] as (() => void)[] };

/**
 * Converts HTML to Markdown in a separate thread, with limits on time and memory.
 *
 * Always returns a result: if the thread fails, takes too long or cannot be started (a bundle without its
 * program), the plain text of the page with a note about the reason.
 */
export async function markdownPage(
  html: string,
  url: string,
  options: ConversionOptions,
): Promise<ConvertedPage> {
  const { program = PROGRAM } = options;
  if (html.length > MAX_CONVERTED_CHARACTERS) return plainPage(html, url, "it is too long");
  if (program?.protocol !== "file:" || !existsSync(program)) {
    return plainPage(
      html,
      url,
      "the program for that, html-worker.js, is missing from the package or bundle",
    );
  }
  if (isForbidden("worker"))
    return plainPage(html, url, "the permission model of Node forbids threads (--allow-worker)");
  const release = await slot(options.signal);
  try {
    const answer = await workerAnswer({ html, url }, program, options);
    if (typeof answer === "string") return await plainPage(html, url, answer);
    const { as, ...page } = answer;
    return as === "text" ? { ...page, note: plainNote("its elements are nested too deeply") } : page;
  } finally {
    release();
  }
}

async function plainPage(html: string, url: string, why: string): Promise<ConvertedPage> {
  const { text, title } = await plainHtml(html, url);
  return {
    text: await visibleText(text),
    note: plainNote(why),
    ...(title !== undefined && { title: await visibleText(title) }),
  };
}

function plainNote(why: string): string {
  return `The page could not be converted to Markdown because ${why}; this is its plain text.`;
}

/** Returns the answer of the thread, or the reason for its failure. */
function workerAnswer(
  workerData: HtmlWorkerInput,
  program: URL,
  { signal, timeoutMs = CONVERSION_TIMEOUT_MS, heapMb = CONVERSION_HEAP_MB }: ConversionOptions,
): Promise<HtmlWorkerOutput | string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData,
      // The converter gets no data of this process, and its output is discarded.
      env: threadEnvironment(process),
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    });
    let finished = false;
    const finish = (settle: () => void) => {
      if (finished) return;
      finished = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      // Settles when the thread has ended: then the next conversion can start, and no thread is left running.
      void worker.terminate().then(settle, settle);
    };
    const onAbort = () => finish(() => reject(signal.reason));
    const timer = setTimeout(
      () =>
        finish(() =>
          resolve(`the conversion took longer than ${Number((timeoutMs / 1000).toPrecision(2))} seconds`),
        ),
      timeoutMs,
    );
    worker.once("message", (answer: HtmlWorkerOutput) => finish(() => resolve(answer)));
    worker.once("error", (error: Error) =>
      finish(() => resolve(`the converter failed (${error.message.split("\n", 1)[0]})`)),
    );
    worker.once("exit", () => finish(() => resolve("the converter ended without a result")));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Takes a slot for a conversion, or waits for one; returns the function that releases it. */
async function slot(signal: AbortSignal): Promise<() => void> {
  if (running.count < MAX_CONVERSIONS) running.count += 1;
  else await turn(signal);
  return () => {
    const next = running.waiting.shift();
    if (next === undefined) running.count -= 1;
    else next();
  };
}

function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    };
    const onAbort = () => {
      running.waiting = running.waiting.filter((waiting) => waiting !== go);
      reject(signal.reason);
    };
    running.waiting.push(go);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
