import type { OutputStore, OutputWriter, StoredOutput } from "../../contract/index.js";
import {
  createOutputEnds,
  createOutputIds,
  type OutputStoreLimits,
  outputName,
  outputStoreLimits,
  ownsOutputName,
} from "../../truncation/index.js";
import { joinBytes } from "../../values/index.js";
import type { MemoryTree } from "./memory-tree.js";

/** Folder of the outputs in memory; reserved, so hosts must not put files there. */
export const OUTPUT_FOLDER = "/.collet/tool-output";
const PRIVATE_MODE = 0o600;

/** Lower than on disk: an output stays in memory as long as the backend exists. */
const MEMORY_LIMITS: Partial<OutputStoreLimits> = {
  maxTotalBytes: 64 * 1024 ** 2,
  maxOutputBytes: 8 * 1024 ** 2,
};

/** Creates the store that keeps outputs as files of a tree in memory. Cleans up whenever one is stored. */
export function memoryOutputStore(tree: MemoryTree): OutputStore {
  const { maxOutputBytes, maxTotalBytes, retentionMs } = outputStoreLimits(MEMORY_LIMITS);
  const nextId = createOutputIds({
    now: () => tree.now(),
    fillRandom: (bytes) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>),
  });
  let kept: { readonly name: string; readonly bytes: number; readonly atMs: number }[] = [];

  async function clean(): Promise<void> {
    const directory = await tree.follow(OUTPUT_FOLDER).catch(() => undefined);
    let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    const stays = kept.filter(({ bytes, atMs }, index) => {
      // The newest output was just named in a notice.
      if (index === kept.length - 1) return true;
      if (tree.now() - atMs <= retentionMs && total <= maxTotalBytes) return true;
      total -= bytes;
      return false;
    });
    const gone = kept.filter((output) => !stays.includes(output));
    kept = stays;
    if (directory?.type !== "directory") return;
    for (const { name } of gone) tree.detach(directory.directory, name);
  }

  function keep(sessionId: string, content: Uint8Array, omittedBytes: number): StoredOutput {
    const name = outputName(nextId(), sessionId);
    const path = `${OUTPUT_FOLDER}/${name}`;
    try {
      tree.seed(path, { content, mode: PRIVATE_MODE });
    } catch (error) {
      return { kept: false, reason: (error as Error).message };
    }
    kept.push({ name, bytes: content.length, atMs: tree.now() });
    void clean();
    return { kept: true, path, bytes: content.length, omittedBytes };
  }

  function open(sessionId: string): OutputWriter {
    const ends = createOutputEnds(maxOutputBytes);
    const chunks: Uint8Array[] = [];
    let answer: Promise<StoredOutput> | undefined;
    return {
      append(bytes) {
        if (answer === undefined) chunks.push(ends.take(bytes).slice());
      },
      finish() {
        if (answer === undefined) {
          const rest = ends.rest();
          answer = Promise.resolve(
            keep(sessionId, joinBytes([...chunks, ...rest.pieces]), rest.omittedBytes),
          );
        }
        return answer;
      },
      discard() {
        answer ??= Promise.resolve({ kept: false, reason: "it was discarded" });
        chunks.length = 0;
        return Promise.resolve();
      },
    };
  }

  return {
    open: ({ sessionId }) => open(sessionId),
    owns: (path, sessionIds) =>
      path.startsWith(`${OUTPUT_FOLDER}/`) &&
      ownsOutputName(path.slice(OUTPUT_FOLDER.length + 1), sessionIds),
    clean,
  };
}
