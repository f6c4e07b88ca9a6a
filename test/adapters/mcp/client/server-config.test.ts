import { describe, expect, it } from "vitest";
import { readMcpServers } from "../../../../src/adapters/mcp/index.js";

/** A reference as the files have it. */
const variable = (reference: string) => `$${"{"}${reference}}`;

describe("mcpServers", () => {
  it("reads servers from the usual document, with variables replaced", () => {
    const document = JSON.stringify({
      mcpServers: {
        files: {
          type: "stdio",
          command: "npx",
          args: ["-y", "files", variable("ROOT")],
          env: { KEY: variable("KEY:-none") },
          cwd: "/tmp",
        },
        remote: {
          type: "http",
          url: "https://example.com/mcp",
          headers: { Authorization: `Bearer ${variable("TOKEN")}` },
        },
        gone: { command: "x", disabled: true },
      },
    });
    expect(readMcpServers(document, { env: { ROOT: "/data", TOKEN: "t" } })).toEqual({
      files: { command: "npx", args: ["-y", "files", "/data"], env: { KEY: "none" }, cwd: "/tmp" },
      remote: { url: "https://example.com/mcp", headers: { Authorization: "Bearer t" } },
    });
  });

  it("reads servers from the object itself, and other agents' names of the url", () => {
    expect(
      readMcpServers({ a: { command: "a" }, b: { httpUrl: "http://b" }, c: { serverUrl: "http://c" } }),
    ).toEqual({
      a: { command: "a", args: [] },
      b: { url: "http://b" },
      c: { url: "http://c" },
    });
  });

  it("reads whether the tools of a server are deferred", () => {
    expect(
      readMcpServers({ a: { command: "a", deferred: true }, b: { url: "http://b", deferred: false } }),
    ).toEqual({
      a: { command: "a", args: [], deferred: true },
      b: { url: "http://b", deferred: false },
    });
  });

  it("lists the unknown fields of a server", () => {
    const configuration = { a: { command: "a", type: "stdio", autoApprove: ["x"], trust: true } };
    expect(readMcpServers(configuration)).toEqual({
      a: { command: "a", args: [], unknownFields: ["autoApprove", "trust"] },
    });
  });

  it.each([
    ["{", /not JSON/],
    [
      { a: { command: "x", includeTools: "a" } },
      /mcpServers\.a\.includeTools must be a list of strings, but it is a string/,
    ],
    [
      { a: { command: "x", deferred: "yes" } },
      /mcpServers\.a\.deferred must be true or false, but it is a string/,
    ],
    [
      { a: { command: "x", deffered: true } },
      /mcpServers\.a has no field "deffered". Did you mean "deferred"\?/,
    ],
    ["[]", /mcpServers must be an object/],
    [{ a: 1 }, /mcpServers\.a must be an object, but it is a number/],
    [{ a: {} }, /mcpServers\.a has neither a command nor a url/],
    [{ a: { command: 3 } }, /mcpServers\.a\.command must be a string/],
    [{ a: { command: "x", args: "y" } }, /mcpServers\.a\.args must be a list/],
    [{ a: { command: "x", env: { K: 1 } } }, /mcpServers\.a\.env\.K must be a string/],
    [
      { a: { command: variable("NOT_SET") } },
      /mcpServers\.a\.command refers to \$\{NOT_SET\}, which is not set/,
    ],
    [{ a: { command: variable("constructor") } }, /which is not set/],
  ])("%j is refused with the field and the remedy", (configuration, message) => {
    expect(() => readMcpServers(configuration)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) }),
    );
  });
});
