import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import * as path from "node:path";
import type { ApprovalStore, KeptAnswer } from "../../../../contract/index.js";
import { ignoreRejection } from "../../../../contract/index.js";
import { KeptAnswerFiles } from "../../approvals/index.js";
import type { ServerCommand } from "../language-server-definition.js";

const FOLDER_NAME = "language-servers";

/**
 * Bytes of the largest program that is identified by its content (256 MiB; the largest servers have about 100). The
 * answer for a larger one is not kept.
 */
const MAX_PROGRAM_BYTES = 268_435_456;

/** Dependencies of the kept answers. */
export interface KeptStartsOptions {
  /** Absolute path; default: `localStateDirectory()`. */
  readonly stateDirectory?: string;
  /** The store whose secret signs the answers. */
  readonly approvals: Pick<ApprovalStore, "key">;
}

/**
 * The answers "yes" to the question whether a language server may start, in `<state directory>/language-servers`.
 *
 * An answer is an empty file. Its name is the signature (HMAC-SHA-256, with the secret of the approval requests) of the
 * project folder, the command, and the content of the program. So no process without the secret can add an answer, and
 * an answer is valid for no other project and no changed program.
 */
export class KeptStarts {
  readonly #options: KeptStartsOptions;
  readonly #files: KeptAnswerFiles;
  readonly #digests = new Map<string, { readonly version: string; readonly digest: Promise<string> }>();

  constructor(options: KeptStartsOptions) {
    this.#options = options;
    this.#files = new KeptAnswerFiles(FOLDER_NAME, options.stateDirectory);
  }

  /** Returns the answer for a server; accesses no file before its first use. */
  of(command: ServerCommand): KeptAnswer {
    // The program that the question is about is the one before the question.
    let asked: string | undefined;
    return {
      isKept: async () => {
        try {
          asked = await this.#nameOf(command);
          return asked !== undefined && (await this.#files.has(asked));
        } catch {
          return false;
        }
      },
      keep: async () => {
        if (asked !== undefined) await this.#files.add(asked).catch(ignoreRejection);
      },
    };
  }

  /** Returns the signed name of an answer; `undefined` if a program is too large. */
  async #nameOf({ definition, root, program, parameters }: ServerCommand): Promise<string | undefined> {
    const contents: string[] = [];
    for (const file of [program, ...(await scriptOf(parameters))]) {
      const digest = await this.#digestOf(file);
      if (digest === undefined) return undefined;
      contents.push(digest);
    }
    const identity = ["start", definition.name, await realpath(root), program, ...parameters, ...contents];
    const key = await this.#options.approvals.key();
    return createHmac("sha256", key).update(JSON.stringify(identity)).digest("hex");
  }

  /** Returns the digest of a file, read again only if the file changed. */
  async #digestOf(file: string): Promise<string | undefined> {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    if (size > MAX_PROGRAM_BYTES) return undefined;
    const version = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
    const known = this.#digests.get(file);
    if (known?.version === version) return known.digest;
    const digest = contentDigest(file);
    this.#digests.set(file, { version, digest });
    digest.catch(() => this.#digests.delete(file));
    return digest;
  }
}

/** Returns the script of an interpreter: the first parameter that is the absolute path of a file. */
async function scriptOf(parameters: readonly string[]): Promise<readonly string[]> {
  for (const each of parameters) {
    if (!path.isAbsolute(each)) continue;
    const found = await stat(each).catch(ignoreRejection);
    if (found?.isFile() === true) return [each];
  }
  return [];
}

async function contentDigest(file: string): Promise<string> {
  const hash = createHash("sha256");
  // A file that grows while it is read does not keep this process reading.
  for await (const chunk of createReadStream(file, { end: MAX_PROGRAM_BYTES })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
