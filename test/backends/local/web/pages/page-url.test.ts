import { describe, expect, it } from "vitest";
import { hostOf, pageUrl } from "../../../../../src/backends/local/web/pages/page-url.js";
import { WEB_PORTS } from "../../../../../src/backends/local/web/web-limits.js";

const parse = (text: string, base?: string) =>
  pageUrl(text, WEB_PORTS, base === undefined ? undefined : new URL(base));

describe("pageUrl", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["  http://example.com/a b?c#d ", "http://example.com/a%20b?c#d"],
    ["HTTP://EXAMPLE.COM:8080/", "http://example.com:8080/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("accepts %s", (text, href) => {
    expect(parse(text).href).toBe(href);
  });

  it.each([
    ["", "not a valid URL"],
    ["example.com", "not a valid URL"],
    ["//example.com/", "not a valid URL"],
    ["http://", "not a valid URL"],
    ["http://exa mple/", "not a valid URL"],
    ["file:///etc/passwd", "Only http and https"],
    ["javascript:alert(1)", "Only http and https"],
    ["unix:/var/run/docker.sock:/info", "Only http and https"],
    ["data:text/html,x", "Only http and https"],
    ["http://a:b@example.com/", "user name"],
    ["http://a@example.com/", "user name"],
    ["http://example.com:22/", "Port 22"],
    ["https://example.com:6379/", "80, 443, 8080, 8443"],
    ["ht\ntp://example.com/", "control characters"],
    ["http://\texample.com/", "control characters"],
    [`http://example.com/${"a".repeat(9_000)}`, "the limit is 8192"],
  ])("refuses '%s' with the remedy", (text, words) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: "invalid-url", message: expect.stringContaining(words) }),
    );
  });

  it.each([
    "http://127.0.0.1:22/",
    "http://[::1]:3000/",
    "http://example.com@127.0.0.1/",
    "ht\ntp://127.0.0.1/",
    "http://\t2130706433/",
    "http://localhost:6379/",
  ])("reports internal addresses first, whatever else is wrong with them: %j", (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "blocked-address" }));
  });

  it("resolves an address relative to its page", () => {
    expect(parse("../c", "https://example.com/a/b/").href).toBe("https://example.com/a/c");
    expect(() => parse("file:///x", "https://example.com/")).toThrow(/Only http/);
  });
});

describe("hostOf", () => {
  it.each([
    ["http://[::1]/", "::1"],
    ["http://example.com./", "example.com"],
    ["http://2130706433/", "127.0.0.1"],
    ["http://①②⑦.⓪.⓪.①/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
  ])("returns for %s the host %s", (url, host) => {
    expect(hostOf(new URL(url))).toBe(host);
  });
});
