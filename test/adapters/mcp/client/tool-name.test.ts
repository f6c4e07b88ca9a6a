import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcpToolNames, serverPart } from "../../../../src/adapters/mcp/client/tool-name.js";
import { isPortableToolName } from "../../../../src/schema/index.js";
import { anyCharacter } from "../../../any-character.js";

describe("the name of a tool of a server", () => {
  it("names a tool mcp__server__tool if that is a valid name", () => {
    expect([...mcpToolNames("github", ["search_code"])]).toEqual([
      ["search_code", "mcp__github__search_code"],
    ]);
  });

  it.each(["", "  ", "a__b", "__", "x__"])("does not exist for the server name %j", (server) => {
    expect(() => serverPart(server)).toThrow(expect.objectContaining({ code: "invalid-server-name" }));
  });

  it("never ends the part of the server with half a separator", () => {
    expect(serverPart("a_")).toMatch(/^a-\w+$/);
    expect(serverPart("Sequential Thinking")).toMatch(/^Sequential_Thinki-\w+$/);
    expect(serverPart("x".repeat(30)).length).toBeLessThanOrEqual(24);
    expect(serverPart("日本")).toMatch(/^\w+$/);
  });

  const server = fc
    .string({ maxLength: 40, unit: anyCharacter })
    .filter((name) => name.trim() !== "" && !name.includes("__"));
  const tools = fc.uniqueArray(
    fc.oneof(fc.string({ unit: anyCharacter, maxLength: 80 }), fc.stringMatching(/^[aAbB_. ]{0,6}$/)),
    { maxLength: 30 },
  );

  it("makes portable names, distinct without case and equal for equal lists", () => {
    fc.assert(
      fc.property(server, tools, (name, listed) => {
        const names = mcpToolNames(name, listed);
        expect([...names.keys()].sort()).toEqual([...listed].sort());
        expect([...names.values()].filter((each) => !isPortableToolName(each))).toEqual([]);
        expect(new Set([...names.values()].map((each) => each.toLowerCase())).size).toBe(listed.length);
        expect([...mcpToolNames(name, listed)]).toEqual([...names]);
      }),
    );
  });

  it("never reuses the name of another server's tool", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(server, { minLength: 2, maxLength: 2, selector: serverPart }),
        tools,
        ([one, other], listed) => {
          const first = new Set(mcpToolNames(one as string, listed).values());
          const shared = [...mcpToolNames(other as string, listed).values()].filter((name) =>
            first.has(name),
          );
          expect(shared).toEqual([]);
        },
      ),
    );
  });
});
