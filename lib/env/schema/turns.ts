/** Settings of turns: plans, agents, what agents remember, and their tools. */
import { z } from "zod";
import { McpServers } from "../mcp-servers.ts";
import { flag, int, list, timeZone } from "./kinds.ts";

export const TURNS = {
  /** Longest time of a whole turn: planning, agents, repetitions, composing. It is stronger than every other time limit. */
  TURN_MAX_MS: int(300_000, 1_000, 3_600_000),
  /**
   * Longest time of planning. After it the turn continues without a plan. A planning model that has not answered for five
   * minutes gets `MODEL_FIRST_TOKEN_TIMEOUT_MS` instead, if that is longer.
   */
  PLAN_MAX_MS: int(30_000, 100, 3_600_000),
  /**
   * Whether the model plans turns. With `off` a turn goes to the agent that has asked and waits, else to the one of the last
   * turn, else to the general one, and no planning call is made. `planning` in `MODELS_FILE` says it for one connection.
   */
  PLANNING: z.enum(["on", "off"]).default("on"),
  /** Longest time of one agent's loop. */
  AGENT_MAX_MS: int(120_000, 1_000, 3_600_000),
  /** Most model calls of one agent's loop. */
  AGENT_MAX_ROUNDS: int(12, 1, 100),
  /** Most tool calls of one turn. After them the agent answers in words. */
  TURN_MAX_TOOL_CALLS: int(60, 1, 1_000),
  /**
   * 1 starts the likely agent's first model call in parallel with the planning call. Never under structured memory, nor where
   * a policy denies that agent.
   */
  PLAN_SPECULATE: flag("1"),
  /** Your own text, added to every agent's system prompt. Answers cannot quote it, see `HIDDEN_WORDS_IN_ANSWERS`. */
  AGENT_INSTRUCTIONS: z.string().max(8_000).default(""),
  /** Time zone of the day that models are told, such as `Europe/Berlin`. */
  TIME_ZONE: timeZone("UTC"),
  /** Who names conversations: `model`, by one short call after the first answer; with `first-line`, nobody. */
  CONVERSATION_TITLES: z.enum(["model", "first-line"]).default("model"),
  /**
   * With `declared` each agent has the memory that it declares. With `context-state` every agent remembers facts in declared
   * fields only, and no earlier turns.
   */
  MEMORY_POLICY: z.enum(["declared", "context-state"]).default("declared"),
  /**
   * What happens to words of an answer that stand in a prompt, a tool's definition or an id: `cut` puts a mark in their place,
   * `note` only records them, `off` compares nothing. What the person wrote or attached is never cut.
   */
  HIDDEN_WORDS_IN_ANSWERS: z.enum(["cut", "note", "off"]).default("cut"),
  /** Number of whole exchanges that the general agent remembers. */
  HIDDEN_STATE_KEEP_EXCHANGES: int(20, 1, 1_000),
  /** 1 passes the last mentioned person, place and file between agents. With 0 none is collected. */
  SHARED_CONTEXT: flag("0"),
  /** Analytics that envelopes may carry out of this process. */
  AGENT_STATE_ANALYTICS: list.pipe(
    z.array(z.enum(["analytics", "orchestrator_plan", "agent_execution"])),
  ),
  /** Processor time of one Python call. By the clock, it may take three times as long. */
  PYTHON_TIMEOUT_MS: int(10_000, 100, 120_000),
  /** Memory of one Python interpreter. */
  PYTHON_MEMORY_MB: int(512, 64, 4_096),
  /** Most Python interpreters that keep a conversation's variables, besides one spare. */
  PYTHON_MAX_WARM: int(3, 0, 32),
  /**
   * The search provider.
   * @default `local`, a small index, with the demo model; else `none`
   */
  WEB_SEARCH_PROVIDER: z.enum(["searxng", "tavily", "brave", "local", "none"]).optional(),
  /**
   * Address of the search provider. Required for SearXNG.
   * @default the provider's own
   */
  WEB_SEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Key of the search provider. Required for Tavily and Brave. */
  WEB_SEARCH_API_KEY: z.string().min(1).optional(),
  /**
   * MCP servers whose tools the general agent may use: `[{"name", "url", "headers"}]` or
   * `[{"name", "command", "args", "env"}]`. `label` is what people read where an answer cites the server.
   * `readOnlyTools` names the tools that only read; all others ask before each call, unless an admin says otherwise on
   * `/admin/tools`. `acceptedTools` gives the digest of the description that is accepted, by name; else the first one that is
   * seen is.
   */
  MCP_SERVERS: McpServers,
};
