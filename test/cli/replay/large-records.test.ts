import { mkdtemp, open, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replayTranscripts } from "../../../src/cli/replay/replay-transcripts.js";
import { transcriptFiles } from "../../../src/cli/replay/transcript-files.js";
import { claudeCall, line } from "./transcripts.js";

const MIB = 1_048_576;

/** Bytes of the large record. */
const RECORD = 100 * MIB;

/** Bytes of memory that its replay may add. */
const MAX_MEMORY = 64 * MIB;

it("the replay skips a record of 100 MB with bounded memory, and reads the records around it", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-large-record-")));
  try {
    const good = (id: string) => line(claudeCall(id, "Read", { file_path: "a" }));
    const file = await open(join(folder, "a.jsonl"), "w");
    await file.write(`${good("1")}\n{"text":"`);
    const piece = Buffer.alloc(MIB, "x");
    for (let written = 0; written < RECORD; written += MIB) await file.write(piece);
    await file.write(`"}\n${good("2")}\n`);
    await file.close();
    const before = process.memoryUsage();
    let peak = 0;
    const watch = setInterval(() => {
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      peak = Math.max(peak, arrayBuffers - before.arrayBuffers + heapUsed - before.heapUsed);
    }, 5);
    const report = await replayTranscripts(await transcriptFiles([folder], folder), {
      permissions: "default",
      isTrusted: false,
      signal: new AbortController().signal,
    });
    clearInterval(watch);
    expect(report.formats).toMatchObject({ "claude-code": { calls: 2 } });
    expect(report.skipped).toMatchObject([
      { line: 2, problem: expect.stringMatching(/^it has 10\d MB, and at most 16 MB/) },
    ]);
    expect(peak).toBeLessThan(MAX_MEMORY);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
