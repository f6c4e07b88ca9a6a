import { describe } from "vitest";
import { withNaiveShell } from "./naive-shell.js";
import { runControls } from "./run-attacks.js";

// The damage of commands to a host with the shell of most tools, and to one without questions.

describe("a shell that waits for pipes, kills one process and leaves its input open", () => {
  runControls(
    {
      B001: "hung",
      B001b: "hung",
      B005: "check",
      B005b: "check",
      B005c: "check",
      B013: "hung",
      B017: "check",
      B027: "check",
    },
    { backend: withNaiveShell },
  );
});

describe("a runtime that does not ask about commands", () => {
  runControls({ B023: "ending", B026: "ending", B036: "ending" }, { permissions: "allow-all" });
});
