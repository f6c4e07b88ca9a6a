import { afterAll, beforeAll, describe, vi } from "vitest";
import type { ToolSession } from "../../src/contract/index.js";
import { runControls } from "./run-attacks.js";

// Defences against subagents: each is switched off separately, everything else remains real.

type Defence =
  | "inherited limits"
  | "places of rules"
  | "grants of their own"
  | "counting"
  | "stop"
  | "giving up";

const off = vi.hoisted(() => ({ defence: undefined as string | undefined }));

function switchOff(defence: Defence): void {
  beforeAll(() => {
    off.defence = defence;
  });
  afterAll(() => {
    off.defence = undefined;
  });
}

vi.mock("../../src/runtime/sessions/session-limits.js", async (original) => {
  const real = await original<typeof import("../../src/runtime/sessions/session-limits.js")>();
  const own = (session: ToolSession) =>
    real
      .sessionLimits(session)
      .filter(({ owner }) => off.defence !== "inherited limits" || owner === session);
  return {
    ...real,
    sessionLimits: own,
    isLimitedAway: (...given: Parameters<typeof real.isLimitedAway>) =>
      off.defence !== "inherited limits" && real.isLimitedAway(...given),
  };
});

vi.mock("../../src/runtime/judge/judge-call.js", async (original) => {
  const real = await original<typeof import("../../src/runtime/judge/judge-call.js")>();
  return {
    ...real,
    hasOtherCwds: (session: ToolSession) => off.defence !== "places of rules" && real.hasOtherCwds(session),
  };
});

vi.mock("../../src/runtime/sessions/session.js", async (original) => {
  const real = await original<typeof import("../../src/runtime/sessions/session.js")>();
  return {
    ...real,
    addSessionGrants: (session: ToolSession, rules: Parameters<typeof real.addSessionGrants>[1]) => {
      let owner = session;
      while (off.defence === "grants of their own" && owner.parent !== undefined) owner = owner.parent;
      real.addSessionGrants(owner, rules);
    },
  };
});

vi.mock("../../src/agents/subagents/subagent-family.js", async (original) => {
  const real = await original<typeof import("../../src/agents/subagents/subagent-family.js")>();
  return {
    ...real,
    depthOf: (session: ToolSession) => (off.defence === "counting" ? 0 : real.depthOf(session)),
    countStart: (...given: Parameters<typeof real.countStart>) =>
      off.defence === "counting" || real.countStart(...given),
  };
});

vi.mock("../../src/agents/loop/agent-stop.js", async (original) => {
  const real = await original<typeof import("../../src/agents/loop/agent-stop.js")>();
  class DeafStop extends real.AgentStop {
    constructor(options: ConstructorParameters<typeof real.AgentStop>[0]) {
      super(off.defence === "stop" ? { ...options, signals: [] } : options);
    }
  }
  return { ...real, AgentStop: DeafStop };
});

vi.mock("../../src/agents/loop/await-reply.js", async (original) => {
  const real = await original<typeof import("../../src/agents/loop/await-reply.js")>();
  const awaitReply: typeof real.awaitReply = async (model, request, options) =>
    off.defence === "giving up"
      ? { type: "answered", reply: await model.generate({ ...request, signal: options.signal }) }
      : real.awaitReply(model, request, options);
  return { ...real, awaitReply };
});

describe("limits that apply to one session only", () => {
  switchOff("inherited limits");
  runControls({ M012: "check" });
});

describe("path rules that follow the working directory of the session", () => {
  switchOff("places of rules");
  runControls({ M012b: "check" });
});

describe("grants that apply to all sessions", () => {
  switchOff("grants of their own");
  runControls({ M013: "check" });
});

describe("subagents without a count", () => {
  switchOff("counting");
  runControls({ M014: "check" });
});

describe("agent loops without cancellation", () => {
  switchOff("stop");
  runControls({ M016: "check" });
});

describe("agent loops without limits for a model", () => {
  switchOff("giving up");
  runControls({ M017: "check" });
});
