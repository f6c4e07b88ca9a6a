import type { ToolSession } from "../../../contract/index.js";
import type { RuntimeSession, ToolMap, ToolRuntime } from "../../../runtime/index.js";
import { CounterpartSessions } from "../../calls/worker/index.js";
import type { RedisLink } from "../redis/index.js";
import { openText, type SigningKey, sealText } from "../signing/index.js";
import { shortName, type WireSession, type WorkspaceNames } from "../wire/index.js";

/** Milliseconds that the session state of a drained worker is kept for the next one: one hour. */
const HANDOVER_MS = 3_600_000;

/** Sessions of all hosts in one workspace, each with a counterpart in the worker's runtime. */
export class ServedSessions {
  readonly #runtime: ToolRuntime<ToolMap>;
  readonly #link: RedisLink;
  readonly #names: WorkspaceNames;
  readonly #key: SigningKey;
  readonly #token: string;
  readonly #sessions = new CounterpartSessions();

  constructor(
    runtime: ToolRuntime<ToolMap>,
    link: RedisLink,
    owner: { readonly names: WorkspaceNames; readonly key: SigningKey; readonly token: string },
  ) {
    this.#runtime = runtime;
    this.#link = link;
    this.#names = owner.names;
    this.#key = owner.key;
    this.#token = owner.token;
  }

  /** Returns the counterpart of a host's session, with its own to-dos, reads and outputs. */
  of(host: string, wire: WireSession): Promise<RuntimeSession> {
    return this.#sessions.of(`${host} ${wire.id}`, () => this.#open(host, wire));
  }

  /** Replaces a host's session with an imported one. */
  async replace(host: string, wire: WireSession, state: unknown): Promise<RuntimeSession> {
    const session = await this.#runtime.importSession(state, { id: idOf(host, wire.id), cwd: cwdOf(wire) });
    await this.#sessions.replace(`${host} ${wire.id}`, session);
    return session;
  }

  /** Ends the counterpart of a session that the host has ended. */
  async end(host: string, id: string): Promise<void> {
    await this.#sessions.end(`${host} ${id}`);
    await this.#link.delete(this.#names.session(idOf(host, id))).catch(() => {});
  }

  /** Stores all sessions for the next worker. */
  async handOver(): Promise<void> {
    for (const session of await this.#sessions.all()) {
      try {
        const state = await this.#runtime.exportSession(session);
        const text = sealText(JSON.stringify(state), ["session", session.id, this.#token], this.#key);
        await this.#link.set(this.#names.session(session.id), text, HANDOVER_MS);
      } catch {
        // A session that cannot be exported starts with empty state: it must read its files again.
      }
    }
  }

  dispose(): Promise<void> {
    return this.#sessions.dispose();
  }

  async #open(host: string, wire: WireSession): Promise<RuntimeSession> {
    const id = idOf(host, wire.id);
    const [parentId, ...above] = wire.parents;
    const parent: ToolSession | undefined =
      parentId === undefined || parentId === wire.id
        ? undefined
        : await this.of(host, {
            id: parentId,
            cwd: wire.cwd,
            parents: above,
            served: wire.served?.slice(1) ?? [],
          });
    const options = { id, cwd: cwdOf(wire), parent };
    const left = await this.#link.get(this.#names.session(id));
    if (left !== null) {
      await this.#link.delete(this.#names.session(id));
      // Accepts only state left by the worker that last reported to the host; older or foreign state is rejected.
      const state = openText(left, ["session", id, wire.served?.[0] ?? ""], this.#key);
      try {
        if (state !== undefined) return await this.#runtime.importSession(JSON.parse(state), options);
      } catch {
        // The runtime cannot import this state.
      }
    }
    return this.#runtime.session(options);
  }
}

/** Returns the id of the counterpart; equal ids from two hosts are two sessions. */
function idOf(host: string, id: string): string {
  return `fleet-${shortName(host, id)}`;
}

/** Returns the working directory of the counterpart; an empty one on the wire is the workspace itself. */
function cwdOf({ cwd }: WireSession): string {
  return cwd === "" ? "." : cwd;
}
