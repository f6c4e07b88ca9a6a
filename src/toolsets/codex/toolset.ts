import { defineToolset, type Toolset } from "../toolset.js";
import { closeAgent, listAgents, sendInput, spawnAgent, waitAgent } from "./agents/index.js";
import { applyPatch } from "./apply-patch.js";
import { execCommand } from "./exec-command.js";
import { requestUserInput } from "./request-user-input.js";
import { updatePlan } from "./update-plan.js";
import { viewImage } from "./view-image.js";
import { webSearch } from "./web-search.js";
import { writeStdin } from "./write-stdin.js";

const makeTools = () =>
  [
    execCommand(),
    writeStdin(),
    applyPatch(),
    updatePlan(),
    viewImage(),
    spawnAgent(),
    sendInput(),
    waitAgent(),
    listAgents(),
    closeAgent(),
    requestUserInput(),
    webSearch(),
  ] as const;

/** Tools of {@link codexToolset}, each with its own types. */
export type CodexTools = ReturnType<typeof makeTools>;

/** Codex' tools: commands and patches for almost everything, plus a plan, images, agents and questions to the user. */
export const codexToolset: Toolset<CodexTools> = defineToolset({ name: "codex", makeTools });
