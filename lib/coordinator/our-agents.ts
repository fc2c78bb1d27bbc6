import "server-only";
/** The agents that the coordinator can plan with. */
import type { Agent } from "../agents/agent.ts";
import { conciergeAgent } from "../agents/concierge/concierge-agent.ts";
import { generalAgent } from "../agents/general/general-agent.ts";
import { usersAgent } from "../agents/users/users-agent.ts";

export const OUR_AGENTS: readonly Agent[] = [generalAgent, usersAgent, conciergeAgent];
