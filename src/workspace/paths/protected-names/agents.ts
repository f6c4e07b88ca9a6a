import { namesFrom, type SensitiveName } from "../sensitive-name.js";

/**
 * Settings of coding agents: permissions, hooks, commands, MCP servers.
 *
 * AGENTS.md, CLAUDE.md, GEMINI.md and `.github/copilot-instructions.md` are not protected: they are prose that
 * reviewers see, and users ask agents to edit them.
 */
export const AGENT_NAMES: readonly SensitiveName[] = [
  ...namesFrom("Model Context Protocol, client configuration files", ".mcp.json", "mcp.json", ".mcp/"),
  ...namesFrom("Claude Code documentation, Settings", ".claude/", ".claude.json", ".claude-plugin/"),
  ...namesFrom("Cursor documentation, Rules", ".cursor/", ".cursorrules"),
  ...namesFrom("Codex CLI documentation, Configuration", ".codex/"),
  ...namesFrom("Gemini CLI documentation, Settings", ".gemini/"),
  ...namesFrom(
    "opencode documentation, Config",
    ".opencode/",
    "opencode.json",
    "opencode.jsonc",
    ".opencode.json",
  ),
  ...namesFrom(
    "Crush documentation, Configuration",
    "crush.json",
    ".crush.json",
    ".crush/",
    ".config/crush/",
  ),
  ...namesFrom("Amp documentation, Configuration", ".amp/", ".config/amp/"),
  ...namesFrom("Agent Skills specification", ".agents/", ".agent/"),
  ...namesFrom("Zed documentation, Rules", ".rules"),
  ...namesFrom("Roo Code documentation, Custom modes", ".roo/", ".roomodes", ".roorules", ".roorules-*"),
  ...namesFrom(
    "Kilo Code documentation, Custom modes",
    ".kilocode/",
    ".kilocodemodes",
    ".kilocoderules",
    ".kilo/",
  ),
  ...namesFrom("Cline documentation, Cline rules", ".cline/", ".clinerules/"),
  ...namesFrom("Kiro documentation, Steering and hooks", ".kiro/"),
  ...namesFrom("Amazon Q Developer CLI documentation", ".amazonq/"),
  ...namesFrom("Qwen Code documentation, Configuration", ".qwen/"),
  ...namesFrom("Windsurf documentation, Rules and workflows", ".windsurf/", ".windsurfrules", ".codeium/"),
  ...namesFrom("Continue documentation, Configuration", ".continue/", ".continuerc.json"),
  ...namesFrom(
    "aider documentation, YAML config file",
    ".aider.conf.yml",
    ".aider.conf.yaml",
    ".aider.model.*",
  ),
  ...namesFrom("goose documentation, Configuration", ".goose/", ".goosehints", ".config/goose/"),
  ...namesFrom(
    "GitHub Copilot documentation, Repository instructions",
    ".copilot/",
    ".github/hooks/",
    ".github/agents/",
  ),
  ...namesFrom(
    "GitHub Copilot documentation, Prompt files and chat modes",
    ".github/prompts/",
    ".github/chatmodes/",
  ),
  ...namesFrom("Junie documentation, Guidelines", ".junie/"),
  ...namesFrom("Trae documentation, Rules", ".trae/"),
  ...namesFrom("Augment documentation, Rules", ".augment/", ".augment-guidelines"),
  ...namesFrom("OpenHands documentation, Repository customization", ".openhands/"),
  ...namesFrom("Factory documentation, Settings", ".factory/"),
  ...namesFrom("Warp documentation, Workflows", ".warp/"),
  ...namesFrom("Tabnine documentation, Guidelines", ".tabnine/"),
  ...namesFrom("Cody documentation, Custom commands", ".cody/", ".sourcegraph/"),
  ...namesFrom("CodeBuddy documentation, Settings", ".codebuddy/"),
  ...namesFrom("Qoder documentation, Rules", ".qoder/", ".lingma/"),
  ...namesFrom("iFlow CLI documentation, Settings", ".iflow/"),
  ...namesFrom("Rovo Dev CLI documentation, Configuration", ".rovodev/"),
  ...namesFrom("Mistral Vibe documentation, Configuration", ".vibe/"),
  ...namesFrom("Grok CLI documentation, Settings", ".grok/"),
  ...namesFrom("pi documentation, Extensions", ".pi/"),
  ...namesFrom("Forge documentation, forge.yaml", "forge.yaml", ".forge/"),
  ...namesFrom("Plandex documentation", ".plandex/", ".plandex-v2/"),
  ...namesFrom("Void, PearAI and Antigravity documentation", ".void/", ".pearai/", ".antigravity/"),
];
