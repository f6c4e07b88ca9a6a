import { localBackend } from "../../src/backends/local/index.js";
import type { ApprovalRequest, Backend } from "../../src/core.js";
import { createToolRuntime } from "../../src/index.js";
import { ConfiguredFolder } from "./configured-folder.js";

/** A folder with hooks, and the processes of a host that use them, one after the other. */
export class HookedFolder implements AsyncDisposable {
  readonly folder: ConfiguredFolder;
  /** The questions of all processes. */
  readonly questions: ApprovalRequest[] = [];
  /** The questions about hooks of the host's events. */
  readonly reasons: string[] = [];
  readonly #opened: AsyncDisposable[] = [];

  constructor(files: Readonly<Record<string, string | object>>) {
    this.folder = new ConfiguredFolder(files);
  }

  get state(): string {
    return `${this.folder.root}/state`;
  }

  /** Loads the settings and creates a runtime, as a new process of the host does. */
  async runtime({
    answer = () => true,
    ...options
  }: Parameters<typeof createToolRuntime>[0] & { answer?: (request: ApprovalRequest) => boolean } = {}) {
    const config = await this.folder.load();
    const runtime = createToolRuntime({
      ...config,
      toolset: "claude-code",
      permissions: [{ tool: "Write", verdict: "allow" }],
      stateDirectory: this.state,
      onApproval: (request) => {
        this.questions.push(request);
        return answer(request);
      },
      ...options,
    });
    this.#opened.push(runtime);
    return runtime;
  }

  /** Loads the settings and returns the hooks of the host's events with the options of their runs. */
  async lifecycle(answer = true) {
    const { lifecycle, report } = await this.folder.load();
    const backend = localBackend({ stateDirectory: this.state });
    this.#opened.push({ [Symbol.asyncDispose]: async () => (backend as Backend).dispose?.() });
    const ask = (reason: string) => {
      this.reasons.push(reason);
      return answer;
    };
    return { lifecycle, report, options: { backend, sessionId: "s1", ask } };
  }

  /** Ends the processes of the host. */
  async close(): Promise<void> {
    for (const each of this.#opened.splice(0)) await each[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    this.folder[Symbol.dispose]();
  }
}
