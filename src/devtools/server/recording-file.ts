import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { isRecord } from "../../values/index.js";
import { createRunLog, RECORDING_VERSION, type RunLog, type RunRecord } from "../records/index.js";

/** The mode of a recording: only its owner may read what tools read. */
const FILE_MODE = 0o600;

/** The most characters of one line of a recording: an input and its escapes, several times over. */
const MAX_LINE_CHARACTERS = 1_048_576;

/** A recording that is being written. */
export interface RecordingWriter {
  /** Writes the remaining lines and closes the file. Rejects if the file could not be written. */
  end(): Promise<void>;
}

/** Writes the lines of a log to a new file, as they happen. */
export function writeRecording(log: RunLog, path: string): RecordingWriter {
  const stream = createWriteStream(path, { mode: FILE_MODE });
  let failure: Error | undefined;
  stream.on("error", (error) => {
    failure = error;
  });
  for (const line of log.lines()) stream.write(`${line}\n`);
  const remove = log.on((line) => void stream.write(`${line}\n`));
  return {
    end: () =>
      new Promise((resolve, reject) => {
        remove();
        const settle = (): void => (failure === undefined ? resolve() : reject(failure));
        if (stream.closed) settle();
        else stream.once("close", settle).end();
      }),
  };
}

/** A recording that was read. */
export interface ReadRecording {
  readonly log: RunLog;
  /** The number of lines that are not records: half a last line of a killed process, or damage. */
  readonly skippedLines: number;
}

/**
 * Reads a recording.
 *
 * @throws Error for a file that cannot be read, that is not a recording, or whose version this package does not know
 */
export async function readRecording(path: string): Promise<ReadRecording> {
  const log = createRunLog();
  let skippedLines = 0;
  let isFirst = true;
  await using file = await open(path);
  for await (const line of createInterface({ input: file.createReadStream({ encoding: "utf8" }) })) {
    const record = line.length > MAX_LINE_CHARACTERS ? undefined : parse(line);
    if (isFirst) requireHeader(record, path);
    isFirst = false;
    if (record === undefined) skippedLines += 1;
    else log.append(record as unknown as RunRecord);
  }
  if (isFirst) throw new Error(`${path} is empty; a recording begins with a line that states its version.`);
  return { log, skippedLines };
}

function requireHeader(record: Readonly<Record<string, unknown>> | undefined, path: string): void {
  if (record?.type !== "recording") throw new Error(`${path} is not a recording of Collet.`);
  if (record.version === RECORDING_VERSION) return;
  throw new Error(
    `${path} has version ${JSON.stringify(record.version)} of the format, and this package reads version ${RECORDING_VERSION}.`,
  );
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && typeof value.type === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
