import type { Act, Meaning, Meant } from "./dialect.js";

/** Seconds where the table has milliseconds. */
const SECONDS: Meaning = {
  means: "timeoutMs",
  read: (value) => (typeof value === "number" ? value * 1000 : value),
  say: (value) => (typeof value === "number" ? value / 1000 : value),
};

/** Reads a web page. */
export const READ_WEB_PAGE: Act = {
  name: "read web page",
  dialects: [
    {
      toolset: "amp",
      names: ["read_web_page"],
      parameters: { url: "url", forceRefetch: "fresh", objective: "prompt" },
      compose: urlInPrompt,
    },
    {
      toolset: "opencode",
      names: ["webfetch"],
      parameters: { url: "url", format: "format", timeout: SECONDS },
      compose: urlInPrompt,
    },
    {
      toolset: "claude-code",
      names: ["WebFetch"],
      parameters: { url: "url", prompt: "prompt" },
      compose: urlInPrompt,
    },
    {
      toolset: "gemini-cli",
      names: ["web_fetch"],
      parameters: { url: "url", prompt: "prompt" },
      compose: urlInPrompt,
    },
  ],
};

/** Searches the web. */
export const SEARCH_WEB: Act = {
  name: "search web",
  dialects: [
    {
      toolset: "amp",
      names: ["web_search"],
      parameters: { query: "query", objective: "query", max_results: "limit" },
    },
    {
      toolset: "opencode",
      names: ["websearch"],
      parameters: {
        query: "query",
        numResults: "limit",
        livecrawl: "crawling",
        type: "depth",
        contextMaxCharacters: "characters",
      },
    },
    {
      toolset: "claude-code",
      names: ["WebSearch"],
      parameters: { query: "query", allowed_domains: "allowedHosts", blocked_domains: "blockedHosts" },
    },
    { toolset: "gemini-cli", names: ["google_web_search"], parameters: { query: "query" } },
    { toolset: "codex", names: ["web_search"], parameters: { query: "query" } },
    // OpenCode's search for code on the web.
    { names: ["codesearch"], parameters: { query: "query", tokensNum: "tokens" } },
  ],
};

const URLS = /https?:\/\/[^\s<>"'`]+/g;

/** Takes the URL out of the prompt, for a model that puts it there; several URLs are ambiguous and stay. */
function urlInPrompt(meant: Meant): void {
  const prompt = meant.get("prompt");
  if (typeof prompt !== "string" || meant.has("url")) return;
  const urls = new Set(
    (prompt.match(URLS) ?? []).map((url) => url.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, "")),
  );
  const [url] = urls;
  if (url !== undefined && urls.size === 1) meant.set("url", url);
}
