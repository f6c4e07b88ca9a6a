import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyTool, defineTool } from "../../src/core.js";
import { assertPortable } from "../../src/testing/index.js";
import { ampToolset } from "../../src/toolsets/index.js";

function toolWith(inputSchema: z.ZodObject): AnyTool {
  return defineTool({ name: "tried", description: "A tool.", inputSchema, execute: () => "ok" }) as AnyTool;
}

describe("assertPortable", () => {
  it("passes the built-in tools to every provider", () => {
    expect(() => assertPortable(ampToolset.tools)).not.toThrow();
  });

  it("lists every problem with tool, position and remedy", () => {
    const tool = toolWith(
      z.object({ "max-words": z.number().positive(), map: z.record(z.string(), z.string()) }),
    );
    const problems = [
      "The tools are not portable to ai-sdk, anthropic, google, langchain, openai:",
      '- google: tried at /properties: The API refuses the parameter name "max-words"',
      "- tried at #/properties/max-words/exclusiveMinimum: exclusiveMinimum: Gemini refuses it; use minimum.",
      "use an array of name and value.",
    ];
    for (const problem of problems) expect(() => assertPortable([tool])).toThrow(problem);
  });

  it("checks a single provider only for its own requirements", () => {
    const tool = toolWith(z.object({ "max-words": z.number().positive() }));
    expect(() => assertPortable([tool], ["anthropic"])).not.toThrow();
    expect(() => assertPortable([tool], ["google"])).toThrow("max-words");
  });

  it("ignores schema keywords in acceptKeywords", () => {
    const tool = toolWith(z.object({ words: z.number().positive() }));
    expect(() => assertPortable([tool])).toThrow("exclusiveMinimum");
    expect(() => assertPortable([tool], undefined, { acceptKeywords: ["exclusiveMinimum"] })).not.toThrow();
  });

  it("reports a tool that would be omitted", () => {
    const tool = toolWith(z.object({ path: z.string() }));
    expect(() => assertPortable([tool, tool], ["openai"])).toThrow(
      "another tool of the list has the same name",
    );
  });
});
