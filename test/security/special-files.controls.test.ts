import { describe } from "vitest";
import { specialFileAttacks } from "./attacks/special-files.js";
import { withoutFileTypes } from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

describe("with a file system that takes FIFOs and devices for files", () => {
  runControls(
    specialFileAttacks,
    { F001: "check", F001b: "ending", F002: "check", F006: "ending" },
    { backend: withoutFileTypes },
  );
});
