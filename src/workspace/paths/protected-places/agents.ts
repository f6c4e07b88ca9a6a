import { placesFrom, type SensitivePlace } from "../sensitive-place.js";

/**
 * Settings of coding agents: permissions, hooks, commands, MCP servers.
 *
 * AGENTS.md, CLAUDE.md, GEMINI.md and `.github/copilot-instructions.md` are not protected: they are prose that
 * reviewers see, and users ask agents to edit them.
 */
export const AGENT_PLACES: readonly SensitivePlace[] = [
  ...placesFrom("Model Context Protocol, client configuration files", ".mcp.json", "mcp.json", ".mcp/"),
  ...placesFrom("Claude Code documentation, Settings", ".claude/", ".claude.json", ".claude-plugin/"),
  ...placesFrom("Cursor documentation, Rules", ".cursor/", ".cursorrules"),
  ...placesFrom("Codex CLI documentation, Configuration", ".codex/"),
  ...placesFrom("Gemini CLI documentation, Settings", ".gemini/"),
  ...placesFrom(
    "opencode documentation, Config",
    ".opencode/",
    "opencode.json",
    "opencode.jsonc",
    ".opencode.json",
  ),
  ...placesFrom(
    "Crush documentation, Configuration",
    "crush.json",
    ".crush.json",
    ".crush/",
    ".config/crush/",
  ),
  ...placesFrom("Amp documentation, Configuration", ".amp/", ".config/amp/"),
  ...placesFrom("Agent Skills specification", ".agents/", ".agent/"),
  ...placesFrom("Zed documentation, Rules", ".rules"),
  ...placesFrom("Roo Code documentation, Custom modes", ".roo/", ".roomodes", ".roorules", ".roorules-*"),
  ...placesFrom(
    "Kilo Code documentation, Custom modes",
    ".kilocode/",
    ".kilocodemodes",
    ".kilocoderules",
    ".kilo/",
  ),
  ...placesFrom("Cline documentation, Cline rules", ".cline/", ".clinerules/"),
  ...placesFrom("Kiro documentation, Steering and hooks", ".kiro/"),
  ...placesFrom("Amazon Q Developer CLI documentation", ".amazonq/"),
  ...placesFrom("Qwen Code documentation, Configuration", ".qwen/"),
  ...placesFrom("Windsurf documentation, Rules and workflows", ".windsurf/", ".windsurfrules", ".codeium/"),
  ...placesFrom("Continue documentation, Configuration", ".continue/", ".continuerc.json"),
  ...placesFrom(
    "aider documentation, YAML config file",
    ".aider.conf.yml",
    ".aider.conf.yaml",
    ".aider.model.*",
  ),
  ...placesFrom("goose documentation, Configuration", ".goose/", ".goosehints", ".config/goose/"),
  ...placesFrom(
    "GitHub Copilot documentation, Repository instructions",
    ".copilot/",
    ".github/hooks/",
    ".github/agents/",
  ),
  ...placesFrom(
    "GitHub Copilot documentation, Prompt files and chat modes",
    ".github/prompts/",
    ".github/chatmodes/",
  ),
  ...placesFrom("Junie documentation, Guidelines", ".junie/"),
  ...placesFrom("Trae documentation, Rules", ".trae/"),
  ...placesFrom("Augment documentation, Rules", ".augment/", ".augment-guidelines"),
  ...placesFrom("OpenHands documentation, Repository customization", ".openhands/"),
  ...placesFrom("Factory documentation, Settings", ".factory/"),
  ...placesFrom("Warp documentation, Workflows", ".warp/"),
  ...placesFrom("Tabnine documentation, Guidelines", ".tabnine/"),
  ...placesFrom("Cody documentation, Custom commands", ".cody/", ".sourcegraph/"),
  ...placesFrom("CodeBuddy documentation, Settings", ".codebuddy/"),
  ...placesFrom("Qoder documentation, Rules", ".qoder/", ".lingma/"),
  ...placesFrom("iFlow CLI documentation, Settings", ".iflow/"),
  ...placesFrom("Rovo Dev CLI documentation, Configuration", ".rovodev/"),
  ...placesFrom("Mistral Vibe documentation, Configuration", ".vibe/"),
  ...placesFrom("Grok CLI documentation, Settings", ".grok/"),
  ...placesFrom("pi documentation, Extensions", ".pi/"),
  ...placesFrom("Forge documentation, forge.yaml", "forge.yaml", ".forge/"),
  ...placesFrom("Plandex documentation", ".plandex/", ".plandex-v2/"),
  ...placesFrom("Void, PearAI and Antigravity documentation", ".void/", ".pearai/", ".antigravity/"),
];
