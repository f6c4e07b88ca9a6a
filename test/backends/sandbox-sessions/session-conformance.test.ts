import { describe, it } from "vitest";
import { describeBackend } from "../../../src/testing/index.js";
import { aiSdkFactory, deepagentsFactory, thereAndBackFactory } from "./session-factories.js";

describeBackend(aiSdkFactory, { describe, it });
describeBackend(thereAndBackFactory, { describe, it });
describeBackend(deepagentsFactory, { describe, it });
