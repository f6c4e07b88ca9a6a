import { createHash } from "node:crypto";
import { type ApprovalStore, ToolError } from "../../../contract/index.js";
import { errnoOf } from "../file-error.js";
import { openStateFolder } from "../file-locks/index.js";
import { KeptAnswerFiles } from "./kept-answer-files.js";
import { openKey } from "./key-file.js";
import { spendQuestion } from "./spent-questions.js";

/** Location of the approval files. */
export interface LocalApprovalsOptions {
  /**
   * Absolute path; default: `localStateDirectory()`. Only processes with the same directory can resume each
   * other's calls.
   */
  readonly stateDirectory?: string;
}

const FOLDER_NAME = "approvals";
const KEPT_FOLDER_NAME = "kept-answers";

/** Names that are safe as file names. */
const PLAIN_ID = /^[\da-f]{1,64}$/;

/**
 * Creates the store that keeps the secret of approval requests, and an empty file for each answered request,
 * in `<state directory>/approvals`, readable by this user only. Kept answers are in `<state directory>/kept-answers`.
 *
 * Does no I/O before the first use. Methods reject with a `ToolError` (`access-denied`, `io-error`)
 * without a safe directory.
 */
export function localApprovals({ stateDirectory }: LocalApprovalsOptions = {}): Required<ApprovalStore> {
  const inFolder = async <Result>(work: (folder: string) => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work(openStateFolder(FOLDER_NAME, stateDirectory));
    } catch (error) {
      if (ToolError.isInstance(error)) throw error;
      throw new ToolError(
        `The folder '${FOLDER_NAME}' of the state directory cannot be used: ${errnoOf(error) ?? String(error)}. Check the state directory (COLLET_STATE_DIRECTORY).`,
        { code: "io-error", cause: error },
      );
    }
  };
  const kept = new KeptAnswerFiles(KEPT_FOLDER_NAME, stateDirectory);
  return {
    key: () => inFolder(openKey),
    isKept: async (id) => PLAIN_ID.test(id) && (await kept.has(id).catch(() => false)),
    keep: async (id) => {
      if (PLAIN_ID.test(id)) await kept.add(id);
    },
    spend: (id, askedAtMs) => {
      const name = PLAIN_ID.test(id) ? id : createHash("sha256").update(id).digest("hex");
      return inFolder((folder) => spendQuestion(folder, name, askedAtMs));
    },
  };
}
