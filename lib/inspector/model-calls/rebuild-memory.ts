import "server-only";
/** Memory as prompts contain it: exchanges, facts and context states. */
import type { NotRebuilt } from "../../contracts/inspector/model-calls/call-inspection.ts";
import { rebuildExchanges } from "../../hidden-state/exchanges/select-exchanges.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import type { Material } from "./rebuild-material.ts";
import type { RebuiltCall } from "./rebuild-segment.ts";

export function contextTexts(
  agentId: string,
  material: Material,
  { registry }: PromptRecipes,
): string[] {
  const state = registry.stateOf(agentId);
  return material.contextsOf(agentId).flatMap((context) => state?.project(context) ?? []);
}

export function sharedMessages(
  agentId: string,
  { coordinatorStates }: Material,
  recipes: PromptRecipes,
): (readonly unknown[])[] {
  return coordinatorStates.map((state) => recipes.sharedMessages(agentId, state.shared_context));
}

/** The visible turn in place of an exchange whose stored form was broken. */
export function visibleExchanges(
  runId: string | null,
  { stored }: Material,
): (readonly unknown[])[] {
  return stored.turns
    .filter((turn) => turn.runId === runId)
    .flatMap((turn) => rebuildExchanges([turn]))
    .map((exchange) => sanitiseExchange(exchange).exchange.messages);
}

/** Why an agent's memory is missing, by the version that its hop loaded. */
export function whyNotRemembered(
  { hopRef }: RebuiltCall,
  agentId: string,
  material: Material,
): NotRebuilt {
  const loaded = material
    .of("state.loaded")
    .find(({ body }) => body.hopRef === hopRef && body.agentId === agentId);
  if (!loaded) return "not-recorded";
  const { version } = loaded.body;
  if (material.unreadable.has(`${agentId}@${version}`)) return "state-unreadable";
  const isStored = material.stored.states.some(
    (state) => state.agentId === agentId && state.version === version,
  );
  return isStored || version === 0 ? "differs" : "state-gone";
}
