// The thread that converts HTML: a separate entry point of the package, started by `html-conversion.ts`.
import { parentPort, workerData } from "node:worker_threads";
import { convertHtml } from "../html/convert-html.js";
import { type PlainPage, plainHtml } from "../html/plain-html.js";
import { tidyHtml } from "../html/tidy-html.js";
import { MAX_CONVERTED_DEPTH } from "../web-limits.js";
import { visibleOnly } from "./visible-text.js";

/** Input of the thread. */
export interface HtmlWorkerInput {
  readonly html: string;
  readonly url: string;
}

/** Output of the thread. */
export interface HtmlWorkerOutput extends PlainPage {
  /** `text` if the page was too deep to be converted. */
  readonly as: "markdown" | "text";
}

async function converted({ html, url }: HtmlWorkerInput): Promise<HtmlWorkerOutput> {
  const tidy = tidyHtml(html);
  const isDeep = tidy.depth > MAX_CONVERTED_DEPTH;
  const page = isDeep ? await plainHtml(html, url) : convertHtml(tidy.html, url);
  return {
    as: isDeep ? "text" : "markdown",
    text: visibleOnly(page.text),
    ...(page.title !== undefined && { title: visibleOnly(page.title) }),
  };
}

parentPort?.postMessage(await converted(workerData as HtmlWorkerInput));
