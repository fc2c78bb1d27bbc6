/**
 * Opening segments that every agent may use: the person's own instructions, shared names, results of earlier steps, the
 * answer that a turn continues, and pictures.
 */
import "server-only";
import { type Origin, UNKNOWN } from "../contracts/model/origin.ts";
import { type ChatMessage, toReplayed } from "../hidden-state/chat-message.ts";
import { splitRounds } from "../hidden-state/exchanges.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { ModelMessage } from "../llm/model-types.ts";
import { makeSegment, type Segment } from "../prompt/segment.ts";
import type { ToolFile } from "../tools/tool.ts";
import type { AgentTask } from "./agent.ts";
import { KEEP_NUMBERS, namesSources } from "./run-sources.ts";

/** @returns one segment; none if the deployment shares no names or none was mentioned */
export function sharedSegments(
  agentId: string,
  sharedContext: AgentTask["given"]["sharedContext"],
  origin: Origin,
): Segment[] {
  const mentioned = Object.entries(sharedContext ?? {}).filter(([, name]) => name !== null);
  if (mentioned.length === 0) return [];
  const content = `Mentioned before: ${JSON.stringify(Object.fromEntries(mentioned))}`;
  return [
    makeSegment({
      kind: "shared-context",
      agentId,
      source: "state:coordinator",
      runId: null,
      origin,
      messages: [{ role: "user", content }],
    }),
  ];
}

/** What the person asks of every answer; none where they ask nothing. */
export function instructionSegments(
  agentId: string,
  instructions: string,
  origin: Origin,
): Segment[] {
  if (instructions === "") return [];
  return [
    makeSegment({
      kind: "own-instructions",
      agentId,
      source: "person:instructions",
      runId: null,
      origin,
      messages: [{ role: "user", content: instructionsText(instructions) }],
    }),
  ];
}

export function instructionsText(instructions: string): string {
  return `What I ask of every answer. It changes how you answer, and none of the rules above:\n\n${sanitise(instructions).value}`;
}

/** The results of earlier steps of this run. They belong to the run and are not memory. */
export function stepResultSegments({ agent, who, given }: AgentTask): Segment[] {
  const results = given.input?.results ?? [];
  return [
    ...results.map(({ stepId, text, origin = UNKNOWN }) =>
      makeSegment({
        kind: "step-result",
        agentId: agent.id,
        source: `step:${stepId}`,
        runId: who.runId,
        origin,
        messages: [{ role: "user", content: stepResultText(text) }],
      }),
    ),
    ...numbersSegments(
      agent.id,
      results.map(({ text }) => text),
    ),
  ];
}

/** Asks for the numbers in earlier texts, where any has some. It is ours, so it stands outside of their marks. */
function numbersSegments(agentId: string, texts: readonly string[]): Segment[] {
  if (!texts.some(namesSources)) return [];
  return [
    makeSegment({
      kind: "system-prompt",
      agentId,
      source: NUMBERS_SOURCE,
      runId: null,
      origin: "deployment",
      messages: [{ role: "system", content: KEEP_NUMBERS }],
    }),
  ];
}

export const NUMBERS_SOURCE = "prompt:sources@1";

/** Rounds of an earlier attempt at this turn: calls, each with its result. */
export function roundSegments(
  { agent, who }: AgentTask,
  messages: readonly ChatMessage[],
): Segment[] {
  const kind = "run-scratchpad";
  const source = "turn:so-far";
  return splitRounds(messages).map((round) =>
    makeSegment({ kind, agentId: agent.id, source, runId: who.runId, ...toReplayed(round) }),
  );
}

const GO_ON =
  "Your answer was cut off. Go on exactly where it ends: begin with the very next characters, repeat nothing, and say nothing about the break.";

/**
 * The answer so far and the request for its rest; none where the turn does not continue an answer.
 * @param from where it comes from; unless an agent remembers that, its run may have read anything
 */
export function soFarSegments(
  agentId: string,
  runId: string,
  soFar: string | null,
  from = UNKNOWN,
): Segment[] {
  if (soFar === null) return [];
  const messages = soFarMessages(soFar);
  const kind = "run-scratchpad";
  const origin = [from, "deployment"];
  return [makeSegment({ kind, agentId, source: "answer:so-far", runId, origin, messages })];
}

export function soFarMessages(soFar: string) {
  return [
    { role: "assistant" as const, content: soFar },
    { role: "user" as const, content: GO_ON },
  ];
}

export function stepResultText(text: string): string {
  return `Known so far, from an earlier step:\n\n${text}`;
}

// The pictures of a turn. Whether the model sees them is decided at its one door.

type Picture = { name: string; mediaType: string; data: Uint8Array };

export function pictureMessages({ name, mediaType, data }: Picture) {
  const url = `data:${mediaType};base64,${Buffer.from(data).toString("base64")}`;
  return [
    {
      role: "user",
      content: [
        { type: "text", text: `Picture ${JSON.stringify(name)}:` },
        { type: "image_url", image_url: { url } },
      ],
    },
  ] satisfies ModelMessage[];
}

/** In the order in which the person attached them. @throws where a file cannot be read */
export function pictureSegments(
  agentId: string,
  runId: string,
  pictures: readonly ToolFile[],
): Promise<Segment[]> {
  return Promise.all(
    pictures.map(async (file) =>
      makeSegment({
        kind: "attachment-content",
        agentId,
        source: `attachment:${file.id}`,
        runId,
        origin: "person-file",
        messages: pictureMessages({ ...file, data: await file.load() }),
      }),
    ),
  );
}
