import { afterAll, beforeAll, describe } from "vitest";
import { pathBoundaryAttacks } from "./attacks/path-boundary.js";
import { callProgram, removeCallProgram } from "./call-program.js";
import {
  followingStarts,
  withoutAnchors,
  withoutFileTypes,
  withoutLinkTypes,
  withoutLocks,
  withoutNotes,
  withoutResolution,
} from "./naive-backend.js";
import { runControls } from "./run-attacks.js";

// Defences that an option or another backend takes away; those within the workspace are in the other files of controls.

// Before any attack: the time that it takes is none of theirs.
beforeAll(async () => {
  await callProgram();
});
afterAll(removeCallProgram);

const protectedPlaces = pathBoundaryAttacks.filter(({ hazard }) => hazard.startsWith("a write to"));

describe("a runtime that does not ask about outside and protected paths", () => {
  runControls(
    {
      P002: "canary",
      P002b: "ending",
      P007: "outside-changed",
      P009: "outside-changed",
      P019: "outside-changed",
      P026: "ending",
      P027: "canary",
      ...Object.fromEntries(protectedPlaces.map(({ id }) => [id, "workspace-changed"])),
      S057: "ending",
      T001: "outside-changed",
      T002: "outside-changed",
      T002b: "outside-changed",
      T002c: "outside-changed",
      T004: "outside-changed",
      T012: "workspace-changed",
    },
    { permissions: "allow-all" },
  );
});

describe("a file system that resolves paths as text", () => {
  runControls(
    {
      P009: "workspace-changed",
      P013: "check",
      P027: "canary",
      S041: "canary",
      T004: "outside-changed",
      T033: "outside-changed",
      T033b: "outside-changed",
    },
    { backend: withoutResolution },
  );
});

describe("a file system that treats FIFOs and devices as files", () => {
  runControls(
    { F001: "check", F001b: "ending", F002: "check", F006: "ending" },
    { backend: withoutFileTypes },
  );
});

describe("a file system that checks first and opens by path afterwards", () => {
  runControls(
    { R001: "check", R001b: "check", R002: "check", R003: "check", T017: "check" },
    { backend: withoutAnchors },
  );
});

describe("a search and a shell that resolve their starting folder again", () => {
  runControls(
    { R001c: "canary", R001d: "check", R001e: "canary", R009: "canary" },
    { backend: followingStarts },
  );
});

describe("a walk that follows symlinks", () => {
  runControls({ T024b: "outside-changed" }, { backend: withoutLinkTypes });
});

describe("edits without a comparison with the content that was read", () => {
  runControls({ R011: "check", E029: "ending", E030: "ending" }, { staleness: "never" });
});

describe("a file system without rename, so that files are written in place", () => {
  runControls({ E049: "check" }, { renames: "impossible" });
});

describe("a runtime without recovery of the changes of a killed process", () => {
  runControls(
    { T006: "check", T006c: "check", T006d: "check", T006e: "check", T006f: "check" },
    { backend: withoutNotes },
  );
});

describe("edits without locks between processes", () => {
  runControls({ L012c: "check" }, { backend: withoutLocks });
});
