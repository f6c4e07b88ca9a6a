import { projectRuntime } from "./project-runtime.js";
import { resumeStored } from "./resume-stored.js";
import { showResults } from "./show-results.js";

const [directory, file, ...answers] = process.argv.slice(2);
try {
  if (directory === undefined || file === undefined) {
    throw new Error("Usage: answer.ts <project> <file with the questions> <call>=yes <call>=no ...");
  }
  await using runtime = projectRuntime(directory);
  console.log(showResults(await resumeStored(runtime, file, answers)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
