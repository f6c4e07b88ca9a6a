import { describe, it } from "vitest";
import { describeBackend } from "../../../src/testing/index.js";
import { justBashFactory } from "./session-factories.js";

describeBackend(justBashFactory, { describe, it });
