import "server-only";
/** The agents that the coordinator can plan with. The same list while the general agent's tools are the same. */
import type { Agent } from "../agents/agent.ts";
import { conciergeAgent } from "../agents/concierge/concierge-agent.ts";
import { createGeneralAgent } from "../agents/general/general-agent.ts";
import { usersAgent } from "../agents/users/users-agent.ts";
import { indexAttachment } from "../db/passages/index-attachment.ts";
import { listUnindexedAttachments } from "../db/passages/list-unindexed-attachments.ts";
import { searchPassages } from "../db/passages/search-passages.ts";
import { embedTexts } from "../prompt/embed-texts.ts";
import { type GeneralTools, generalTools } from "../tools/general-tools.ts";
import type { Tool } from "../tools/tool.ts";

const made = new WeakMap<readonly Tool[], readonly Agent[]>();

export type OurAgents = {
  agents: readonly Agent[];
  /** Tools that are configured, but not to be had now. */
  missing: GeneralTools["missing"];
};

export async function registeredAgents(): Promise<OurAgents> {
  const { tools, missing } = await generalTools({
    listUnindexed: listUnindexedAttachments,
    index: indexAttachment,
    search: searchPassages,
    embed: embedTexts,
  });
  const known = made.get(tools);
  if (known) return { agents: known, missing };
  const agents = [createGeneralAgent(tools), usersAgent, conciergeAgent];
  made.set(tools, agents);
  return { agents, missing };
}
