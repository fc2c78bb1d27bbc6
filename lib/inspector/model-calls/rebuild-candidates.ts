/** The possible contents of a segment, from stored data, or why it cannot be rebuilt. */
import "server-only";
import type { NotRebuilt } from "../../contracts/inspector/run/call-inspection.ts";
import { parseAsWritten } from "../../contracts/json/exact-numbers.ts";
import type { ManifestSegment } from "../../contracts/run/prompt-manifest.ts";
import { type ChatMessage, toReplayed } from "../../hidden-state/chat-message.ts";
import { rebuildExchanges } from "../../hidden-state/exchanges.ts";
import { sanitiseExchange } from "../../hidden-state/sanitise.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import { inputsOf, plannedSteps, resultsOf } from "./rebuild-inputs.ts";
import type { Candidate, Material, RebuiltCall } from "./rebuild-material.ts";
import {
  rebuildRepairs,
  rebuildRounds,
  rebuildSoFar,
  rebuildStepOutcomes,
  rememberedRounds,
} from "./rebuild-rounds.ts";

export type Candidates = { candidates: readonly Candidate[]; otherwise: NotRebuilt };

export function listCandidates(
  entry: ManifestSegment,
  call: RebuiltCall,
  material: Material,
  recipes: PromptRecipes,
): Candidates {
  const { kind, agentId } = entry;
  // The service's input is known here; the rest only where the service reports it.
  const isService = material.hops.get(call.hopRef)?.kind === "service";
  if (isService && kind !== "current-input") return reported(entry, material);
  switch (kind) {
    case "system-prompt":
      return ours(
        (recipes.systemPrompts[entry.source] ?? []).flatMap((text) => [
          recipes.dated(text, material.stored.run.id),
          // Of the call that puts results together, and from before prompts had a date.
          text,
        ]),
      );
    case "own-instructions":
      return said(
        "instructions-changed",
        "user",
        own(material.stored.instructions).map(recipes.instructions),
      );
    case "tool-schemas":
      return plain("tools-changed", own(recipes.toolSchemas[agentId]));
    case "current-input":
      return said("differs", "user", inputsOf(material, recipes));
    case "step-result":
      return stepResults(entry, call, material, recipes);
    case "tool-history":
      return plain(
        whyNotRemembered(call, agentId, material),
        material.histories
          .flat()
          .flatMap(({ messages }) => [toReplayed(messages).messages, replayedInOne(messages)]),
      );
    case "structured-facts":
      return contexts(call, recipes.registry.factsIdOf(agentId), material, recipes);
    case "context-state":
      return contexts(call, agentId, material, recipes);
    case "rebuilt-conversation":
      return plain("differs", visibleExchanges(entry.runId, material));
    case "shared-context":
      return plain("differs", sharedMessages(agentId, material, recipes));
    case "run-scratchpad":
      return scratchpads(call, material, recipes);
    case "attachment-content":
      return plain(
        "state-gone",
        material.stored.pictures
          .filter(({ id }) => entry.source === `attachment:${id}`)
          .map((picture) => recipes.picture(picture)),
      );
    // Only planning has it. Agents do not put other files into prompts: the input has a file's address, and tools read it.
    case "attachment-reference":
      return said("differs", "user", [
        recipes.attached(material.stored.files.map(({ name }) => name)),
      ]);
    // Only the call for a title and the model judge have them, which are in no run's log.
    case "visible-turn":
    case "judged-turn":
      return { candidates: [], otherwise: "not-recorded" };
    default:
      return kind satisfies never;
  }
}

/** @param stateId the agent whose context state it is, or the id of its facts */
function contexts(
  call: RebuiltCall,
  stateId: string,
  material: Material,
  recipes: PromptRecipes,
): Candidates {
  const otherwise = whyNotRemembered(call, stateId, material);
  return said(otherwise, "user", contextTexts(stateId, material, recipes));
}

/** A service's own segment, by its digest. */
function reported({ sha256 }: ManifestSegment, { service }: Material): Candidates {
  if (service === undefined) return { candidates: [], otherwise: "kept-by-service" };
  const content = parseList(service?.segments[sha256]);
  return content ? plain("differs", [content]) : { candidates: [], otherwise: "not-reported" };
}

function parseList(text: string | undefined): unknown[] | null {
  const parsed = parseAsWritten(text ?? "null");
  return Array.isArray(parsed) ? parsed : null;
}

function own<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

function plain(otherwise: NotRebuilt, contents: readonly (readonly unknown[])[]): Candidates {
  return { candidates: contents.map((content) => ({ content, hops: [] })), otherwise };
}

function said(otherwise: NotRebuilt, role: string, texts: readonly string[]): Candidates {
  return plain(
    otherwise,
    texts.map((content) => [{ role, content }]),
  );
}

/** Ours, in whichever role it was given. */
function ours(texts: readonly string[]): Candidates {
  const otherwise = "prompt-changed";
  const candidates = ["system", "user"].flatMap((role) => said(otherwise, role, texts).candidates);
  return { candidates, otherwise };
}

function stepResults(
  { source }: ManifestSegment,
  { hopRef }: RebuiltCall,
  material: Material,
  recipes: PromptRecipes,
): Candidates {
  const stepId = source.replace(/^step:/, "");
  const agentIds = new Set(plannedSteps(material).map(({ target }) => target));
  const results = resultsOf(material);
  const found = results.flatMap(({ hopRef, text, agentId: own }) =>
    (own === null ? [...agentIds] : [own]).flatMap((agentId) =>
      recipes.stepResults({ stepId, agentId, text }).map((content) => ({
        content: [{ role: "user", content }],
        hops: hopRef === null ? [] : [hopRef],
      })),
    ),
  );
  const undone = material
    .of("plan.made")
    .map(({ body }) => recipes.undone(body.plan.undone ?? []))
    .map((content) => ({ content: [{ role: "user", content }], hops: [] }));
  const otherwise = results.length === 0 ? "not-recorded" : "differs";
  const outcomes = rebuildStepOutcomes(material, hopRef);
  return { candidates: [...found, ...undone, ...outcomes], otherwise };
}

function scratchpads(
  { hopRef }: RebuiltCall,
  material: Material,
  recipes: PromptRecipes,
): Candidates {
  const candidates = [
    ...rebuildRounds(material, hopRef, recipes),
    ...rememberedRounds(material),
    ...rebuildRepairs(material, hopRef, recipes),
    ...rebuildSoFar(material, recipes),
  ];
  return { candidates, otherwise: candidates.length === 0 ? "not-recorded" : "differs" };
}

/** Memory as prompts contain it: exchanges, facts and context states. */
function contextTexts(agentId: string, material: Material, { registry }: PromptRecipes): string[] {
  const state = registry.stateOf(agentId);
  return material.contextsOf(agentId).flatMap((context) => state?.project(context) ?? []);
}

function sharedMessages(
  agentId: string,
  { coordinatorStates }: Material,
  recipes: PromptRecipes,
): (readonly unknown[])[] {
  return coordinatorStates.map((state) => recipes.sharedMessages(agentId, state.shared_context));
}

/** The visible turn in place of an exchange whose stored form was broken. */
function visibleExchanges(runId: string | null, { stored }: Material): (readonly unknown[])[] {
  return stored.turns
    .filter((turn) => turn.runId === runId)
    .flatMap((turn) => rebuildExchanges([turn]))
    .map((exchange) => sanitiseExchange(exchange).exchange.messages);
}

/** Why an agent's memory is missing, by the version that its hop loaded. */
function whyNotRemembered(
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

/** As exchanges were sent before the agent's own task had a message of its own. */
function replayedInOne(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.map((entry) => {
    const { origin: _, ...said } = entry;
    if (entry.role !== "user") return said as ChatMessage;
    const { role, content, task } = entry;
    if (task === undefined) return { role, content };
    return { role, content: `${content}\n\nYour part of this: ${task}` };
  });
}
