export { aiSdkBackend } from "./ai-sdk-backend.js";
export type { AiSdkCommand, AiSdkProcess, AiSdkSandboxSession } from "./ai-sdk-types.js";
