import { describe } from "vitest";
import { runControls } from "./run-attacks.js";

describe("with everything allowed, a tool that says it only reads", () => {
  runControls({ M009: "check" }, { permissions: "allow-all" });
});
