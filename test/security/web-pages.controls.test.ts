import { isIP } from "node:net";
import { afterAll, beforeAll, describe, vi } from "vitest";
import type { AttackId } from "./attack.js";
import type { Breach } from "./attempt.js";
import { runControls } from "./run-attacks.js";

// Defences of the web client: each is switched off separately, everything else remains real. All connections of these
// tests lead to a server of the test, so that what gets through does no harm.

type Defence = "addresses" | "URLs" | "limits" | "visible characters" | "envelope" | "clean hits";

const off = vi.hoisted(() => ({ defence: undefined as string | undefined }));

function without(defence: Defence, fires: Readonly<Partial<Record<AttackId, Breach>>>): void {
  describe(`a web client without ${defence}`, () => {
    beforeAll(() => {
      off.defence = defence;
    });
    afterAll(() => {
      off.defence = undefined;
    });
    runControls(fires);
  });
}

vi.mock("../../src/backends/local/web/network/host-addresses.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/web/network/host-addresses.js")>();
  return {
    ...real,
    requireOutside: (host: string) => {
      if (off.defence !== "addresses") real.requireOutside(host);
    },
    publicAddresses: (host: string, resolve: Parameters<typeof real.publicAddresses>[1]) => {
      if (off.defence !== "addresses") return real.publicAddresses(host, resolve);
      const family = isIP(host);
      return family === 0 ? resolve(host) : Promise.resolve([{ address: host, family }]);
    },
  };
});

vi.mock("../../src/backends/local/web/pages/page-url.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/web/pages/page-url.js")>();
  return {
    ...real,
    pageUrl: (...given: Parameters<typeof real.pageUrl>) =>
      off.defence === "URLs" ? new URL(given[0], given[2]) : real.pageUrl(...given),
  };
});

vi.mock("../../src/backends/local/web/web-limits.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/web/web-limits.js")>();
  const large = (limit: number) => (off.defence === "limits" ? limit : undefined);
  return {
    ...real,
    get MAX_REDIRECTS() {
      return large(8) ?? real.MAX_REDIRECTS;
    },
    get MAX_TEXT_BYTES() {
      return large(2 ** 30) ?? real.MAX_TEXT_BYTES;
    },
    get MAX_CONTENT_CODINGS() {
      return large(2 ** 30) ?? real.MAX_CONTENT_CODINGS;
    },
  };
});

vi.mock("../../src/backends/local/web/pages/html-conversion.js", async (original) => {
  const real = await original<typeof import("../../src/backends/local/web/pages/html-conversion.js")>();
  return {
    ...real,
    // Without limits nothing is converted either: to read 50 MB is the damage, and their conversion takes seconds.
    markdownPage: async (...given: Parameters<typeof real.markdownPage>) =>
      off.defence === "visible characters" || off.defence === "limits"
        ? { text: given[0] }
        : real.markdownPage(...given),
  };
});

vi.mock("../../src/tools/web/web-envelope.js", async (original) => {
  const real = await original<typeof import("../../src/tools/web/web-envelope.js")>();
  return {
    ...real,
    enclosable: (text: string) => (off.defence === "envelope" ? text : real.enclosable(text)),
    enclosableInSteps: (text: string) =>
      off.defence === "envelope" ? Promise.resolve(text) : real.enclosableInSteps(text),
  };
});

vi.mock("../../src/tools/web/search-hits.js", async (original) => {
  const real = await original<typeof import("../../src/tools/web/search-hits.js")>();
  return {
    shownHits: (...given: Parameters<typeof real.shownHits>) =>
      off.defence === "clean hits" ? given[0] : real.shownHits(...given),
  };
});

without("addresses", {
  W002: "canary",
  W003: "check",
  W004: "check",
  W006: "check",
  W007: "check",
  W008: "check",
  W010: "check",
  W011: "check",
  W014: "check",
  W015: "check",
  W016: "check",
  W017: "check",
  W018: "check",
  W020: "check",
  W021: "check",
  W022: "check",
  W023: "check",
  W024: "canary",
  W026: "check",
  W027: "check",
  W028: "check",
  W029: "check",
  W053: "canary",
  W061: "check",
  W062: "check",
  W063: "check",
});

without("URLs", { W050: "check", W051: "check" });

without("limits", { W054: "check", W065: "ending", W066: "ending" });

without("visible characters", { W073: "canary" });

without("envelope", { W074: "check" });

without("clean hits", { W081: "check" });

describe("a runtime that allows everything", () => {
  runControls({ W057: "ending", W058: "ending", W080: "ending" }, { permissions: "allow-all" });
});
