import { Buffer } from "node:buffer";
import type { FileStat, WriteHandle } from "../../../contract/index.js";
import { changedSinceApproval, fileFailure } from "../../failure/index.js";
import { connectionLost, type ScriptRunner, word } from "../script/index.js";
import type { OpenedName } from "./posix-read-handle.js";
import { readStat } from "./stat-line.js";

type Step =
  | { readonly type: "write"; readonly position: number; readonly chunks: Uint8Array[]; size: number }
  | { readonly type: "truncate"; readonly size: number }
  | { readonly type: "mode"; readonly mode: number }
  | { readonly type: "owner"; readonly user: number; readonly group: number };

/**
 * A file open for writing. What is written to a new file, which no other process expects, is held until `sync`, `stat` or `close`,
 * or until it is too much for one message: adjacent writes and the changes of mode and owner after them are one message. A file
 * that existed is changed at once.
 */
export class PosixWriteHandle implements WriteHandle {
  readonly identity: string;
  readonly #isNew: boolean;
  #steps: Step[] = [];
  #held = 0;
  #isClosed = false;

  constructor(
    private readonly runner: ScriptRunner,
    private readonly opened: OpenedName,
    { isNew }: { readonly isNew: boolean },
  ) {
    this.#isNew = isNew;
    this.identity = opened.stat.identity;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    this.#requireOpen();
    const most = this.runner.maxInputBytes;
    for (let start = 0; start < bytes.byteLength; ) {
      const last = this.#steps.at(-1);
      const room = most - this.#held;
      const chunk = bytes.slice(start, start + room);
      const at = position + start;
      if (last?.type === "write" && last.position + last.size === at) {
        last.chunks.push(chunk);
        last.size += chunk.byteLength;
      } else {
        this.#steps.push({ type: "write", position: at, chunks: [chunk], size: chunk.byteLength });
      }
      start += chunk.byteLength;
      this.#held += chunk.byteLength;
      if (this.#held >= most) await this.#send();
    }
    await this.#sendUnlessNew();
  }

  async truncate(size: number): Promise<void> {
    this.#requireOpen();
    this.#steps.push({ type: "truncate", size });
    await this.#sendUnlessNew();
  }

  async setMode(mode: number): Promise<void> {
    this.#requireOpen();
    this.#steps.push({ type: "mode", mode });
    await this.#sendUnlessNew();
  }

  async setOwner(owner: NonNullable<FileStat["owner"]>): Promise<void> {
    this.#requireOpen();
    const { owner: now } = this.opened.stat;
    if (now?.user !== owner.user || now.group !== owner.group) this.#steps.push({ type: "owner", ...owner });
    await this.#sendUnlessNew();
  }

  /** Sends what is held. A shell cannot make it durable. */
  async sync(): Promise<void> {
    this.#requireOpen();
    await this.#send();
  }

  async stat(): Promise<FileStat> {
    this.#requireOpen();
    await this.#send();
    return this.#run('stat -c "$T" -- "$f" || fail missing');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#send();
    } finally {
      this.#isClosed = true;
    }
  }

  async #sendUnlessNew(): Promise<void> {
    if (!this.#isNew) await this.#send();
  }

  #requireOpen(): void {
    if (this.#isClosed) throw fileFailure("closed", this.opened.path);
  }

  async #send(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    this.#held = 0;
    for (let next = 0; next < steps.length; ) {
      const lines: string[] = [];
      let content: Uint8Array | undefined;
      let least = 0;
      for (; next < steps.length; next += 1) {
        const step = steps[next] as Step;
        if (step.type === "write") {
          if (content !== undefined) break;
          content = Buffer.concat(step.chunks);
          least = step.position + step.size;
          lines.push(writeLine(step.position));
        } else {
          if (step.type === "truncate") least = step.size;
          lines.push(stepLine(step));
        }
      }
      const stat = await this.#run(`${lines.join("\n")}\nstat -c "$T" -- "$f" || fail missing`, content);
      // An input that ended early would leave a part of the content.
      if (stat.size < least) throw connectionLost(`only ${stat.size} bytes of '${this.opened.path}' arrived`);
    }
  }

  async #run(script: string, content?: Uint8Array): Promise<FileStat> {
    const { at, name, path } = this.opened;
    const body = await this.runner.run(
      `${at}\nf=${word(`./${name}`)}\nsame "$f" ${this.identity} || { has "$f" || fail missing; fail changed; }\n${script}`,
      { path, content },
    );
    const stat = readStat(body.toString("latin1"));
    if (stat.identity !== this.identity) throw changedSinceApproval(path, "another file took its name");
    return stat;
  }
}

function writeLine(position: number): string {
  // 'dd' moves the position of the file that it shares, and writes nothing.
  const seek = position === 0 ? ":" : `dd bs=1 seek=${position} count=0 >&3 2>/dev/null`;
  return `[ -w "$f" ] || fail not-permitted
m=$( { ${seek} && content >&3; } 3<> "$f" 2>&1 ) || why "$m"`;
}

function stepLine(step: Exclude<Step, { readonly type: "write" }>): string {
  switch (step.type) {
    case "truncate":
      return `m=$(dd bs=1 seek=${step.size} count=0 of="$f" 2>&1) || why "$m"`;
    case "mode":
      return `m=$(chmod ${step.mode.toString(8)} "$f" 2>&1) || why "$m"`;
    case "owner":
      return `chown ${step.user}:${step.group} "$f" 2>/dev/null`;
  }
}
