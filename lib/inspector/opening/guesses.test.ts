/** An admin without a reason guesses the words of somebody's run, and says them in a run of their own. Nothing confirms it. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import type { PromptManifest } from "../../contracts/run/prompt-manifest.ts";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { db } from "../../db/client.ts";
import { recordContext } from "../../db/inspector/testing/record-context.ts";
import { recordRun, recordState } from "../../db/inspector/testing/recorded-run.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { encodeStoredState } from "../../hidden-state/decode-stored-state.ts";
import { packGeneralState } from "../../hidden-state/pack-general-state.ts";
import { compareRuns } from "../compare/compare-runs.ts";
import { checkContextChain } from "../context/check-context-chain.ts";
import { inspectSteps } from "../context/inspect-steps.ts";
import { inspectTimelines } from "../context/inspect-timelines.ts";
import { inspectCall } from "../model-calls/inspect-call.ts";
import { inspectCalls } from "../model-calls/inspect-calls.ts";
import { inspectPlan } from "../plan/inspect-plan.ts";
import { inspectStepArguments } from "../plan/inspect-step-arguments.ts";
import { hopBegan, planMade, planStep, ranAs } from "../plan/testing/planned-events.ts";
import { exportRun } from "../run/export-run.ts";
import { inspectConversationTree, inspectPublicTranscript } from "../run/inspect-conversation.ts";
import { inspectEvent, inspectEventWindow } from "../run/inspect-events.ts";
import { inspectHop, inspectHopInputs } from "../run/inspect-hop.ts";
import { inspectRun } from "../run/inspect-run.ts";
import { inspectStates } from "../states/inspect-states.ts";
import { inspectTrace } from "../timeline/inspect-trace.ts";

provideTestDatabase();

const WORDS = "Paris";
const ARGS = { city: WORDS };
const shaOf = (text: string) => createHash("sha256").update(text).digest();
const SEGMENT = JSON.stringify([{ role: "user", content: WORDS }]);

const segmentSha = shaOf(SEGMENT).toString("hex");
const MANIFEST: PromptManifest = {
  version: 1,
  agentId: "general",
  memoryPolicy: "tool-history",
  segments: [
    {
      kind: "current-input",
      agentId: "general",
      source: "message",
      runId: null,
      sha256: segmentSha,
      bytes: SEGMENT.length,
    },
  ],
  promptSha256: shaOf(`current-input ${segmentSha}\n`).toString("hex"),
  bytes: SEGMENT.length,
};

const BODY = JSON.stringify(ARGS);
const argsSha256 = computeArgsDigest(ARGS);
const EVENTS: readonly LogEventBody[] = [
  hopBegan("h1", null, "coordinator", "coordinator"),
  planMade([
    planStep("s1", "agent", "general", { objective: WORDS }),
    planStep("s1.1", "tool", "python@1", { objective: WORDS, expectedArgsSha256: argsSha256 }),
  ]),
  {
    type: "hop.started",
    hopRef: "h2",
    parentRef: "h1",
    kind: "agent",
    nodeId: "general",
    headers: { "x-agent-state": Buffer.from(BODY).toString("base64url") },
    envelope: ARGS,
    spilled: { sha256: shaOf(BODY).toString("hex"), body: BODY },
  },
  {
    type: "state.loaded",
    hopRef: "h2",
    agentId: "general",
    version: 1,
    finding: `answers.${WORDS.toLowerCase()}: must be one line`,
  },
  { type: "model.called", hopRef: "h2", callId: "h2.m1", round: 1, manifest: MANIFEST },
  {
    type: "model.answered",
    hopRef: "h2",
    callId: "h2.m1",
    model: "test-model",
    outcome: "ok",
    reason: null,
    finishReason: "tool_calls",
    text: WORDS,
    toolCallIds: ["c1"],
    inputTokens: 7,
    outputTokens: 3,
    firstTokenMs: 12,
    durationMs: 40,
    attempts: 1,
    sent: { connection: "model", adaptations: [], sha256: shaOf(WORDS).toString("hex") },
  },
  hopBegan("h3", "h2", "tool", "python"),
  {
    type: "tool.called",
    hopRef: "h3",
    toolCallId: "c1",
    tool: "python@1",
    arguments: ARGS,
    argsSha256,
    planStepId: "s1.1",
    writes: false,
  },
  ranAs("h3", "s1.1", "tool", "python@1", { actualArgsSha256: argsSha256 }),
  {
    type: "execution.claimed",
    hopRef: "h2",
    agentId: "general",
    claims: {
      version: 1,
      runs: [{ tool_invoked: "python", status: "ok", actual_args_sha256: argsSha256 }],
    },
  },
  {
    type: "context.changed",
    hopRef: "h2",
    agentId: "concierge",
    ordinal: 1,
    beforeSha256: shaOf("{}").toString("hex"),
    afterSha256: shaOf(BODY).toString("hex"),
    paths: [`/answers/${WORDS.toLowerCase()}`],
  },
  { type: "answer.delta", offset: 0, text: WORDS },
];

type Recorded = Awaited<ReturnType<typeof recordRun>>;

async function record(person: Actor): Promise<Recorded> {
  const turn = await recordRun(person, { text: WORDS, events: EVENTS });
  const { runId, conversationId } = turn;
  const messages = [{ role: "user" as const, content: WORDS }];
  await recordState(turn, 1, encodeStoredState(packGeneralState([{ runId: "r", messages }])));
  await recordContext(turn, [{ answers: { [WORDS.toLowerCase()]: WORDS, goal: WORDS } }]);
  const startedAt = new Date();
  const figures = { outcome: "titled", durationMs: 1, startedAt };
  await db().titleCall.create({
    data: { runId, conversationId, manifest: structuredClone(MANIFEST), ...figures },
  });
  const hop = { kind: "tool", nodeId: "python", outcome: "ok", startedAt, durationMs: 1 };
  const digests = { inputSha256: argsSha256, outputSha256: shaOf(WORDS).toString("hex") };
  await db().nodeHistory.create({ data: { runId, hopRef: "h3", ...hop, ...digests } });
  return turn;
}

/** All that the pages of a run and of its conversation get, but for the run's own row. */
async function readAll(actor: Actor, { runId, conversationId }: Recorded): Promise<string> {
  const prompts = await registeredPrompts();
  const { events, states, messages } = await inspectRun(actor, runId);
  const seqs = events.map(({ seq }) => seq);
  const [call = 0] = events.flatMap(({ seq, body }) => (body.type === "model.called" ? seq : []));
  const parts: unknown[] = [events, states, messages];
  parts.push(await inspectEventWindow(actor, runId, { from: 1, limit: 50 } as never));
  for (const seq of seqs) parts.push(await inspectEvent(actor, runId, seq));
  parts.push(await inspectCalls(actor, runId, { after: 0 }, prompts));
  parts.push(await inspectCall(actor, runId, call, prompts));
  parts.push(await inspectPlan(actor, runId));
  parts.push(await inspectStepArguments(actor, runId, { planned: argsSha256, hop: "h3" }));
  for (const hopRef of ["h2", "h3"]) parts.push(await inspectHop(actor, runId, hopRef));
  parts.push(await inspectHopInputs(actor, runId, seqs));
  parts.push((await inspectTrace(actor, runId, null))?.spans);
  parts.push(await inspectPublicTranscript(actor, runId));
  parts.push(await inspectConversationTree(actor, runId));
  parts.push(await inspectStates(actor, conversationId, runId));
  parts.push(await inspectTimelines(actor, conversationId));
  parts.push(await inspectSteps(actor, conversationId, "concierge", 1));
  parts.push(await checkContextChain(actor, conversationId, "concierge"));
  for await (const lines of exportRun(actor, runId, prompts)) parts.push(lines);
  return JSON.stringify(parts);
}

/** What a guesser computes: digests of the words, alone or as they were sent, whole or as a page shortens them. */
function guessesOf(word: string): string[] {
  const forms = [word, word.toLowerCase(), JSON.stringify(word), SEGMENT, BODY];
  return forms.flatMap((form) => {
    const sha256 = shaOf(form);
    const hex = sha256.toString("hex");
    return [hex.slice(0, 8), sha256.toString("base64"), sha256.toString("base64url")];
  });
}

const tokensIn = (text: string) => new Set(text.match(/[0-9a-f]{64}|masked-[0-9a-f]+/g));

describe("without a reason", () => {
  let admin: Actor;
  let theirs: Recorded;
  let own: Recorded;

  beforeAll(async () => {
    process.env.PAYLOAD_REASON = "required";
    admin = await createPerson("admin");
    theirs = await record(await createPerson());
    own = await record(admin);
  });

  it("no words, no name that a model chose and no digest of either is sent", async () => {
    const sent = await readAll(admin, theirs);
    expect(tokensIn(sent).size).toBeGreaterThan(10);
    expect(sent.toLowerCase()).not.toContain(WORDS.toLowerCase());
    const guesses = [...guessesOf(WORDS), argsSha256, ...tokensIn(JSON.stringify(EVENTS))];
    for (const guess of guesses) expect(sent).not.toContain(guess);
  });

  it("nothing that stands for a value is what a run of one's own has for the same value", async () => {
    const [one, other] = [await readAll(admin, theirs), await readAll(admin, own)];
    const known = tokensIn(other);
    expect([...tokensIn(one)].filter((token) => known.has(token))).toEqual([]);
  });

  it("nothing that stands for a value is what another operator gets", async () => {
    const known = tokensIn(await readAll(await createPerson("admin"), theirs));
    const shown = tokensIn(await readAll(admin, theirs));
    expect([...shown].filter((token) => known.has(token))).toEqual([]);
  });

  it("equal values of one run still show as equal", async () => {
    const { rows } = await inspectPlan(admin, theirs.runId);
    const row = rows.find(({ step }) => step?.expectedArgsSha256);
    expect(row?.attempts.shown[0]?.argsSha256).toBe(row?.step?.expectedArgsSha256);
  });

  it("a comparison with a run of one's own is one of shapes", async () => {
    const compared = await compareRuns(admin, theirs.runId, own.runId);
    expect(compared).toMatchObject({ hidden: true, question: null, answer: null });
    const text = JSON.stringify([compared.plan, compared.hops, compared.states]);
    expect(text).not.toContain('"change":"same"');
    for (const guess of [...guessesOf(WORDS), argsSha256]) expect(text).not.toContain(guess);
  });
});
