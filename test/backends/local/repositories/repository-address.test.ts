import { describe, expect, it } from "vitest";
import { readAddress } from "../../../../src/backends/local/repositories/repository-address.js";

describe("readAddress", () => {
  it.each([
    ["https://github.com/a/b", "https://github.com/a/b", ["github.com"]],
    ["https://github.com:8443/a/b.git", "https://github.com:8443/a/b.git", ["github.com"]],
    [" https://GitHub.com/a/b ", "https://github.com/a/b", ["github.com"]],
    ["git@github.com:a/b.git", "git@github.com:a/b.git", ["github.com"]],
    ["ssh://git@example.org:2222/a/b.git", "ssh://git@example.org:2222/a/b.git", ["example.org"]],
  ])("accepts %s", (written, url, hosts) => {
    const plan = readAddress(written);
    expect(plan).toMatchObject({ url, hosts });
    expect(plan.command).toBe(`git clone --depth 1 --single-branch --no-tags -- ${url}`);
  });

  it("accepts a repository on this machine, and contacts no host", () => {
    const url = "file:///srv/git/a%20b.git";
    expect(readAddress(url)).toMatchObject({
      url,
      hosts: [],
      command: expect.stringContaining(` -- ${url}`),
    });
  });

  it.each([
    "",
    " ",
    "--upload-pack=touch /tmp/x",
    "-u",
    "ext::sh -c touch% /tmp/x",
    "fd::17",
    "git://example.org/a",
    "http://example.org/a",
    "ftp://example.org/a",
    "ssh://-oProxyCommand=touch/x",
    "ssh://-o@example.org/x",
    "-oProxyCommand=x@example.org:a",
    "git@-oProxyCommand=x:a",
    "git@example.org:-x",
    "git@example.org::a",
    "https:///a",
    "file://other-machine/a",
    "file:a",
    "https://example.org/a b",
    "https://example.org/a\nb",
    "https://example.org/$(touch x)",
    "https://example.org/`x`",
    "https://example.org/a;b",
    "https://example.org/\u202Ea",
    "C:\\repos\\a",
    "https://example.org#@other.org/a",
    "https://example.org?@other.org/a",
  ])("refuses %j", (url) => {
    expect(() => readAddress(url)).toThrow(expect.objectContaining({ code: "invalid-url" }));
  });

  it("refuses an endless address", () => {
    const url = `https://example.org/${"a".repeat(3_000)}`;
    expect(() => readAddress(url)).toThrow(expect.objectContaining({ code: "invalid-url" }));
  });

  it("refuses credentials, and does not repeat them", () => {
    for (const url of ["https://user:hunter2@example.org/a", "https://hunter2@example.org/a"]) {
      try {
        readAddress(url);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid-url" });
        expect((error as Error).message).not.toContain("hunter2");
      }
    }
  });
});
