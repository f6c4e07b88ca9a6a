import { describe, it } from "vitest";
import { describeBackend, type TestRunner } from "../../../src/testing/index.js";
import { aiSdkFactory, deepagentsFactory, thereAndBackFactory } from "./session-factories.js";

/** Expects some tests to fail, because the sandbox itself does otherwise. */
function failing(titles: readonly string[]): TestRunner {
  return {
    describe,
    it: (title, body) => (titles.includes(title) ? it.fails(title, body) : it(title, body)),
  };
}

// The shell of just-bash omits blanks that follow a line break in a quoted text.
const JUST_BASH = [
  "can have a line break",
  "of any characters is found, and its file is searched",
  "passes variables of any text",
];

// A sandbox of deepagents returns both streams as one output.
const DEEPAGENTS = ["returns the exit status and the output of both streams"];

describeBackend(aiSdkFactory, failing(JUST_BASH));
describeBackend(thereAndBackFactory, { describe, it });
describeBackend(deepagentsFactory, failing(DEEPAGENTS));
