import { OPENCODE_TRUNCATION } from "../../truncation/index.js";
import { defineToolset, type Toolset } from "../toolset.js";
import { applyPatch } from "./apply-patch.js";
import { bash } from "./bash.js";
import { edit } from "./edit.js";
import { glob } from "./glob.js";
import { grep } from "./grep.js";
import { list } from "./list.js";
import { multiedit } from "./multiedit.js";
import { question } from "./question.js";
import { read } from "./read.js";
import { skill } from "./skill.js";
import { task } from "./task.js";
import { todoread, todowrite } from "./todos.js";
import { webfetch } from "./webfetch.js";
import { websearch } from "./websearch.js";
import { write } from "./write.js";

const makeTools = () =>
  [
    read(),
    write(),
    edit(),
    multiedit(),
    grep(),
    glob(),
    list(),
    bash(),
    applyPatch(),
    todowrite(),
    todoread(),
    task(),
    webfetch(),
    websearch(),
    skill(),
    question(),
  ] as const;

/** Tools of {@link opencodeToolset}, each with its own types. */
export type OpenCodeTools = ReturnType<typeof makeTools>;

/** OpenCode's tools: its names, parameters, results, limits and truncation, plus apply_patch and the to-do list. */
export const opencodeToolset: Toolset<OpenCodeTools> = defineToolset({
  name: "opencode",
  makeTools,
  truncation: OPENCODE_TRUNCATION,
});
