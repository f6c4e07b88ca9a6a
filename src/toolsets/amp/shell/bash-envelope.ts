import { counted } from "../../../text/index.js";
import type { JobReading, JobReport, OmittedOutput, RunCommandOutput } from "../../../tools/index.js";

import type { FaceEnvironment } from "../../face.js";
import { waysToRead } from "../../ways-to-read.js";

/** Closing tags of the envelopes; text between the tags must not contain one. */
const CLOSING_TAG =
  /<\/(?=\s*(?:command|working_directory|output|exit_code|signal|job_id|status|message)\b)/gi;

/**
 * Wraps the output of a command in Amp's envelope.
 *
 * Closing tags in the text get a backslash (`<\/output>`), so that no output can close the envelope and forge an exit code.
 * A command ended by a signal has a `signal` element in addition to Amp's four elements.
 */
export function bashEnvelope(
  {
    command,
    cwd,
    output,
    omitted,
    exitCode,
    signal,
  }: Pick<RunCommandOutput, "command" | "cwd" | "output" | "omitted" | "exitCode" | "signal">,
  offers: FaceEnvironment["offers"],
): string {
  return [
    element("command", command),
    element("working_directory", cwd),
    element("output", omittedNotice(omitted, offers) + output),
    element("exit_code", String(exitCode)),
    ...(signal === undefined ? [] : [element("signal", signal)]),
  ].join("\n");
}

/** Wraps a started job in an envelope in Amp's style. */
export function startedJobEnvelope({ command, cwd, jobId, status }: JobReport): string {
  return [
    element("command", command),
    element("working_directory", cwd),
    element("job_id", jobId),
    element("status", status),
  ].join("\n");
}

/** Wraps the new output of a job in an envelope in Amp's style. */
export function jobEnvelope(job: JobReading, offers: FaceEnvironment["offers"]): string {
  const { jobId, status, output, omitted, savedTo, exitCode, signal, message } = job;
  const missing = omitted && { ...omitted, ...(savedTo === undefined ? NOT_YET_KEPT : { savedTo }) };
  return [
    element("job_id", jobId),
    element("status", status),
    element("output", omittedNotice(missing, offers) + output),
    ...(exitCode === undefined ? [] : [element("exit_code", String(exitCode))]),
    ...(signal === undefined ? [] : [element("signal", signal)]),
    ...(message === undefined ? [] : [element("message", message)]),
  ].join("\n");
}

const NOT_YET_KEPT = { notKept: "it is kept when the job ends" };

function omittedNotice(omitted: OmittedOutput | undefined, offers: FaceEnvironment["offers"]): string {
  if (omitted === undefined) return "";
  const { bytes, lines, savedTo, notKept } = omitted;
  const where =
    savedTo === undefined
      ? `The full output was not kept: ${notKept ?? "no output store is available"}. To see it, send the output to a file${offers("Read") ? " and read that" : ""}.`
      : `The full output is in ${savedTo}${waysToRead({ search: "Grep", read: "Read", part: "read_range" }, offers)}.`;
  return `[The first ${counted(bytes, "byte")} (${counted(lines, "line")}) of the output ${bytes === 1 ? "is" : "are"} not shown. ${where}]\n`;
}

function element(name: string, text: string): string {
  return `<${name}>${text.replace(CLOSING_TAG, "<\\/")}</${name}>`;
}
