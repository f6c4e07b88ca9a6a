export { type QuickJsEngineOptions, quickJsEngine } from "./quick-js-engine.js";
