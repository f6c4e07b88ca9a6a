import { describe, it } from "vitest";
import { describeBackend } from "../../src/testing/index.js";
import {
  caseInsensitiveMemoryFactory,
  filledOverlayFactory,
  localFactory,
  memoryFactory,
  overlayFactory,
} from "./backend-factories.js";

const runner = { describe, it };

describeBackend(localFactory, runner);
describeBackend(memoryFactory, runner);
describeBackend(caseInsensitiveMemoryFactory, runner);
describeBackend(overlayFactory(localFactory), runner);
describeBackend(overlayFactory(memoryFactory), runner);
describeBackend(overlayFactory(caseInsensitiveMemoryFactory), runner);
describeBackend(overlayFactory(overlayFactory(memoryFactory)), runner);
describeBackend(filledOverlayFactory(memoryFactory), runner);
