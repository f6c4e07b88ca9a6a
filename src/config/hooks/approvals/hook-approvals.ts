import type { Backend, KeptAnswer } from "../../../contract/index.js";
import { hexadecimal } from "../../../values/index.js";
import type { ConfiguredHook } from "../configured-hook.js";
import { commandContent } from "./command-content.js";

/** Asks the approver whether a hook may run. */
export type AskAboutHook = (reason: string, kept: KeptAnswer | undefined) => Promise<boolean>;

/** Most questions about a hook whose scripts change while the approver decides. */
const MAX_QUESTIONS = 3;

/** The approver's answers about the commands of hooks: each content is asked about once. */
export class HookApprovals {
  /** The contents that the approver has permitted. */
  readonly #approved = new Set<string>();
  readonly #answers = new Map<string, Promise<boolean>>();

  /**
   * Returns whether a hook may run; asks the approver about a content that has no answer yet. The content is compared again after the
   * answer, which may take minutes: the answer to one script does not permit another.
   */
  async mayRun(hook: ConfiguredHook, backend: Backend, ask: AskAboutHook): Promise<boolean> {
    const { command, cwd, dialect } = hook;
    const place = { cwd, variables: dialect.projectVariables, files: backend.files };
    let content = await commandContent(command, place);
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      // What cannot be compared is asked about each time.
      if (content === undefined) return this.#isPermitted(crypto.randomUUID(), hook, { backend, ask });
      if (this.#approved.has(content)) return true;
      if (!(await this.#isPermitted(content, hook, { backend, ask }))) return false;
      const before = content;
      content = await commandContent(command, place);
      if (content === before) {
        this.#approved.add(content);
        return true;
      }
    }
    return false;
  }

  async #isPermitted(
    content: string,
    { command, eventName, shown }: ConfiguredHook,
    { backend, ask }: { readonly backend: Backend; readonly ask: AskAboutHook },
  ): Promise<boolean> {
    const known = this.#answers.get(content);
    const reason = `The hook ${eventName} of ${shown} runs this command with the permissions of the user: ${command}`;
    // The question names no command, because the rules that allow the call would answer it.
    const answer = known ?? keptAnswer(content, backend).then((kept) => ask(reason, kept));
    this.#answers.set(content, answer);
    let isApproved = false;
    try {
      isApproved = await answer;
    } finally {
      if (!isApproved) this.#answers.delete(content);
    }
    return isApproved;
  }
}

/** Returns the answer of an earlier process; `undefined` if the backend keeps none. */
async function keptAnswer(content: string, { approvals }: Backend): Promise<KeptAnswer | undefined> {
  if (approvals?.isKept === undefined || approvals.keep === undefined) return undefined;
  try {
    const id = await signed(content, await approvals.key());
    return {
      isKept: async () => (await approvals.isKept?.(id)) === true,
      keep: async () => approvals.keep?.(id),
    };
  } catch {
    return undefined;
  }
}

async function signed(content: string, secret: Uint8Array): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", new Uint8Array(secret), algorithm, false, ["sign"]);
  return hexadecimal(await subtle.sign("HMAC", key, new TextEncoder().encode(`hook\n${content}`)));
}
