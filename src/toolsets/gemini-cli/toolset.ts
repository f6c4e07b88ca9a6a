import { defineToolset, type Toolset } from "../toolset.js";
import { activateSkill } from "./activate-skill.js";
import { askUser } from "./ask-user.js";
import { glob } from "./glob.js";
import { googleWebSearch } from "./google-web-search.js";
import { grepSearch } from "./grep-search.js";
import { invokeAgent } from "./invoke-agent.js";
import { listDirectory } from "./list-directory.js";
import { readFile } from "./read-file.js";
import { readManyFiles } from "./read-many-files.js";
import { replace } from "./replace.js";
import { runShellCommand } from "./run-shell-command.js";
import { webFetch } from "./web-fetch.js";
import { writeFile } from "./write-file.js";
import { writeTodos } from "./write-todos.js";

function makeTools() {
  return [
    listDirectory(),
    readFile(),
    readManyFiles(),
    grepSearch(),
    glob(),
    replace(),
    writeFile(),
    runShellCommand(),
    webFetch(),
    googleWebSearch(),
    writeTodos(),
    askUser(),
    activateSkill(),
    invokeAgent(),
  ] as const;
}

/** Tools of {@link geminiCliToolset}, each with its own types. */
export type GeminiCliTools = ReturnType<typeof makeTools>;

/** The tools of gemini-cli, with its parameters, limits and output shapes. */
export const geminiCliToolset: Toolset<GeminiCliTools> = defineToolset({ name: "gemini-cli", makeTools });
