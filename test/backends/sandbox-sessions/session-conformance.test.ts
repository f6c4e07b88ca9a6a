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

// A sandbox of deepagents returns both streams as one output. A separate file for one of them would lose the order of their lines.
const DEEPAGENTS = ["returns the exit status and the output of both streams"];

describeBackend(aiSdkFactory, { describe, it });
describeBackend(thereAndBackFactory, { describe, it });
describeBackend(deepagentsFactory, failing(DEEPAGENTS));
