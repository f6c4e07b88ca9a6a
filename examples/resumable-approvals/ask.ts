import { scriptedModel } from "collet/testing";
import { storeResults } from "./blocked-file.js";
import { projectRuntime } from "./project-runtime.js";
import { showResults } from "./show-results.js";

/** The calls of one turn: one runs without a question, two need an approval. */
const model = scriptedModel([
  {
    calls: [
      { id: "look", name: "glob", input: { filePattern: "*.md" } },
      { id: "create", name: "create_file", input: { path: "plan.md", content: "# Plan\n\n- Rest\n" } },
      { id: "remove", name: "Bash", input: { cmd: "rm notes.md" } },
    ],
  },
]);

const [directory, file] = process.argv.slice(2);
if (directory === undefined || file === undefined) {
  console.error("Usage: ask.ts <project> <file to store the questions in>");
  process.exitCode = 1;
} else {
  await using runtime = projectRuntime(directory);
  const results = await runtime.executeBatch(model.reply().calls);
  await storeResults(file, results);
  console.log(showResults(results));
}
