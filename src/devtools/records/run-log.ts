import type { RunRecord } from "./run-record.js";

/** The most characters of the records that a log keeps: 64 MiB of text. */
const MAX_LOG_CHARACTERS = 67_108_864;

/** The records of a runtime as lines of JSON, the oldest first. */
export interface RunLog {
  append(record: RunRecord): void;
  /** Returns the lines that are kept. */
  lines(): readonly string[];
  /** Adds a listener for further lines; returns the function that removes it. */
  on(listener: (line: string) => void): () => void;
}

/**
 * Creates a log that keeps the newest records.
 *
 * When it is full it forgets the oldest half, because forgetting line by line would move all others each time.
 */
export function createRunLog(): RunLog {
  let kept: string[] = [];
  let characters = 0;
  const listeners = new Set<(line: string) => void>();
  const forget = (): void => {
    let index = 0;
    // The first line states the format and stays.
    while (characters > MAX_LOG_CHARACTERS / 2 && index < kept.length - 2) {
      index += 1;
      characters -= kept[index]?.length ?? 0;
    }
    kept = [...kept.slice(0, 1), ...kept.slice(index + 1)];
  };
  return {
    append(record) {
      const line = JSON.stringify(record);
      kept.push(line);
      characters += line.length;
      if (characters > MAX_LOG_CHARACTERS) forget();
      for (const listener of listeners) listener(line);
    },
    lines: () => kept,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
