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

describe("with nobody asked about places outside and protected ones", () => {
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

describe("with a file system that takes paths by their letters", () => {
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

describe("with a file system that takes FIFOs and devices for files", () => {
  runControls(
    { F001: "check", F001b: "ending", F002: "check", F006: "ending" },
    { backend: withoutFileTypes },
  );
});

describe("with a file system that looks first and opens by path afterwards", () => {
  runControls(
    { R001: "check", R001b: "check", R002: "check", R003: "check", T017: "check" },
    { backend: withoutAnchors },
  );
});

describe("with a search and a shell that follow their starting folder anew", () => {
  runControls(
    { R001c: "canary", R001d: "check", R001e: "canary", R009: "canary" },
    { backend: followingStarts },
  );
});

describe("with a walk that follows symlinks", () => {
  runControls({ T024b: "outside-changed" }, { backend: withoutLinkTypes });
});

describe("without a comparison of what was read with what is there", () => {
  runControls({ R011: "check", E029: "ending", E030: "ending" }, { staleness: "never" });
});

describe("where no rename works, so that a file is written in place", () => {
  runControls({ E049: "check" }, { renames: "impossible" });
});

describe("with nobody who finishes what a killed process has noted", () => {
  runControls(
    { T006: "check", T006c: "check", T006d: "check", T006e: "check", T006f: "check" },
    { backend: withoutNotes },
  );
});

describe("without locks that other processes respect", () => {
  runControls({ L012c: "check" }, { backend: withoutLocks });
});
