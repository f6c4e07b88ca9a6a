export type { ProviderOptions } from "./ask-provider.js";
export { type BraveOptions, brave } from "./brave.js";
export { type SearxngOptions, searxng } from "./searxng.js";
export { type TavilyOptions, tavily } from "./tavily.js";
