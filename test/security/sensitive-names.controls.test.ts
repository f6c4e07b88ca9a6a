import { basename } from "node:path";
import { beforeAll, describe, vi } from "vitest";
import { pathBoundaryAttacks } from "./attacks/path-boundary.js";
import { secretFileAttacks } from "./attacks/secret-files.js";
import { runControls } from "./run-attacks.js";

const lists = vi.hoisted(() => ({ compare: "nothing" as "nothing" | "letter by letter" }));

vi.mock("../../src/workspace/paths/secret-paths.js", async (original) => ({
  ...(await original<object>()),
  isSecretPath: (path: string) => lists.compare === "letter by letter" && basename(path) === ".env",
  secretSearchExclusions: () => [],
}));

vi.mock("../../src/workspace/paths/protected-paths.js", async (original) => ({
  ...(await original<object>()),
  isProtectedPath: (path: string) =>
    lists.compare === "letter by letter" && /\/(?:\.git\/(?:config|hooks\/)|\.vscode\/)/.test(path),
}));

const allOf = (attacks: readonly { readonly id: string }[]) => attacks.map(({ id }) => id);
const protectedPlaces = pathBoundaryAttacks.filter(({ hazard }) => hazard.startsWith("a write to"));
const secrets = secretFileAttacks.filter(({ hazard }) => hazard.startsWith("a Read of"));

describe("a workspace without lists of sensitive names", () => {
  beforeAll(() => {
    lists.compare = "nothing";
  });
  runControls(Object.fromEntries(allOf(protectedPlaces).map((id) => [id, "workspace-changed"])));
  runControls({
    ...Object.fromEntries(allOf(secrets).map((id) => [id, "canary"])),
    S041: "canary",
    S043: "canary",
    S043b: "canary",
    S045: "canary",
    S046: "canary",
    S046b: "canary",
    S048: "canary",
    S051: "workspace-changed",
    S058: "canary",
  });
});

describe("lists of sensitive names that compare letter by letter", () => {
  beforeAll(() => {
    lists.compare = "letter by letter";
  });
  runControls({ S002: "canary", S005: "canary", S013: "canary" });
  runControls({
    P051: "workspace-changed",
    P052: "workspace-changed",
    P054: "workspace-changed",
    P055: "workspace-changed",
    P056: "workspace-changed",
    P058: "workspace-changed",
    P059: "workspace-changed",
  });
});
