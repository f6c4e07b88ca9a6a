import type { AnyTool } from "../../../contract/index.js";
import { shown } from "../../first-difference.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import type { ToolSample } from "../describe-tool-options.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";
import { pause } from "../within.js";

/** Milliseconds between two looks at resources that may be closing, and the number of looks. */
const CLOSING_MS = 10;
const CLOSING_TURNS = 10;

/** Checks one property of each sample, in a separate run whose effects on the process are recorded. */
async function eachRun(
  subject: ConformanceSubject,
  find: (
    seen: CallObservation,
  ) => Promise<{ readonly seen: string } | undefined> | { readonly seen: string } | undefined,
  told: { readonly promise: string; readonly remedy: string },
): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample: ToolSample) => {
    const found = await find(await observeCall(tool, sample, options, { effects: true }));
    if (found === undefined) return;
    throw brokenPromise({ tool, ...told, seen: `for ${sampleName(sample)}, ${found.seen}` });
  });
}

/** Checks that a call leaves no timer and no process that keeps the host running. */
export function checkLeftovers(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    async ({ watch }) => {
      const left = () => watch.effects.started.filter(({ isActive }) => isActive());
      // The machine closes an ended process a moment later.
      for (let turn = 0; left().length > 0 && turn < CLOSING_TURNS; turn += 1) await pause(CLOSING_MS);
      const [first] = left();
      return first && { seen: `execute left a ${first.type} running` };
    },
    {
      promise: "it leaves no timers and no processes.",
      remedy:
        "Clear each timer and end each process in a finally block, or start processes with context.shell, which ends them with the call.",
    },
  );
}

/** Checks that a tool prints nothing: the standard output may be the connection of a protocol. */
export function checkPrinting(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    ({ watch }) => {
      const [text] = watch.effects.printed;
      return text === undefined ? undefined : { seen: `it printed ${shown(text)}` };
    },
    {
      promise: "it prints nothing to the standard output.",
      remedy:
        "Report to the host with context.log or context.progress; a server on stdio cannot answer when a tool prints.",
    },
  );
}

/** Checks that a tool of a kind that runs without a question contacts no server that its facts do not name. */
export function checkRequests(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    ({ watch }) => {
      const [request] = watch.effects.requests;
      return request === undefined || watch.namesHosts
        ? undefined
        : { seen: `it contacted ${shown(request)}` };
    },
    {
      promise: `it contacts no servers (kind is "${subject.tool.kind}").`,
      remedy:
        'Declare kind: "fetch", and the hosts in facts: ({ url }) => ({ hosts: [new URL(url).hostname] }). Tools that only read run without approval.',
    },
  );
}

/** Checks that a tool does not open files by the modules of the machine. Runs only in memory, where no file is real. */
export function checkForeignFiles(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    ({ watch }) => {
      const [access] = watch.effects.files;
      return access && { seen: `it called fs.${access.operation} with ${shown(access.path)}` };
    },
    {
      promise: "it opens files only through its context.",
      remedy:
        "Use context.files and context.search: their paths are judged, and they work with every backend. For files of the tool itself, use init.",
    },
  );
}

/** Checks that no function of a tool changes the input, which is also that of approvals, events and recordings. */
export function checkInput(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    ({ watch }) => {
      const [where] = watch.mutating;
      return where === undefined ? undefined : { seen: `${where} changed its input` };
    },
    {
      promise: "it leaves its input unchanged.",
      remedy: "Copy what you change: const options = { ...input }. A runtime may freeze the input.",
    },
  );
}

/** Checks that the keys and facts of a call depend only on its input. */
export function checkStableKeys(subject: ConformanceSubject): Promise<void> {
  return eachRun(
    subject,
    ({ watch }) => {
      const [where] = watch.unstable;
      return where === undefined
        ? undefined
        : { seen: `${where} returned other values when it was called again` };
    },
    {
      promise: "its resource keys and facts are equal for an equal input.",
      remedy: "Compute them from the input alone, without times, random values, counters or files.",
    },
  );
}

/** Returns whether the check of requests applies to a tool. */
export function promisesNoRequests({ kind }: AnyTool): boolean {
  return kind === "read" || kind === "search" || kind === "think";
}
