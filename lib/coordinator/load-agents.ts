/** Loads the code of the registered agents with the tools of this deployment. */
import "server-only";
import type { Agent } from "../agents/agent.ts";
import type { AgentRegistry } from "../agents/create-registry.ts";
import { REGISTRY } from "../agents/registry.ts";
import { indexAttachment, listUnindexedAttachments } from "../db/passages/index-attachment.ts";
import { searchPassages } from "../db/passages/search-passages.ts";
import { embedTexts } from "../prompt/embed-texts.ts";
import { type GeneralTools, generalTools } from "../tools/general-tools.ts";
import type { Tool } from "../tools/tool.ts";

export type LoadedAgents = {
  /** The identical array as long as registry and tools do not change. */
  agents: readonly Agent[];
  /** Configured tools that are unavailable now. */
  missing: GeneralTools["missing"];
};

const loaded = new WeakMap<AgentRegistry, WeakMap<readonly Tool[], Promise<readonly Agent[]>>>();

export async function loadAgents(registry: AgentRegistry = REGISTRY): Promise<LoadedAgents> {
  const { tools, missing } = await generalTools({
    listUnindexed: listUnindexedAttachments,
    index: indexAttachment,
    search: searchPassages,
    embed: embedTexts,
  });
  const known = loaded.get(registry) ?? new WeakMap();
  loaded.set(registry, known);
  const agents = known.get(tools) ?? implementAll(registry, tools);
  known.set(tools, agents);
  return { agents: await agents, missing };
}

function implementAll(registry: AgentRegistry, deploymentTools: readonly Tool[]) {
  return Promise.all(
    registry.agents.map(async (descriptor): Promise<Agent> => {
      const implement = await descriptor.load();
      const plannable = descriptor.tools === "deployment" ? deploymentTools : descriptor.tools;
      return { ...implement({ agent: descriptor, deploymentTools }), descriptor, plannable };
    }),
  );
}
