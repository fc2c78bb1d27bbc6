/** One model call: its manifest, its rebuilt prompt and its answer. */
import "server-only";
import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type { Payload } from "../../contracts/inspector/events/inspected-event.ts";
import type {
  AskedTool,
  CallInspection,
  RebuiltSegment,
} from "../../contracts/inspector/run/call-inspection.ts";
import type { ManifestSegment, PromptManifest } from "../../contracts/run/prompt-manifest.ts";
import { readCall } from "../../db/inspector/model-calls/read-calls.ts";
import { AppError } from "../../errors/app-error.ts";
import { outputLimitOf } from "../../llm/know-models.ts";
import { askServiceOf } from "../ask-service-trace.ts";
import { SEGMENT_SENT_MAX_BYTES } from "../limits.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { deferPayload, toDigest, toOrigin, toPayload, toSize } from "../to-payload.ts";
import { toBlame } from "../why/blame-call.ts";
import { isAllowed, summariseCalls } from "./inspect-calls.ts";
import type { PromptRecipes } from "./prompt-recipes.ts";
import { type BodyOf, type Material, openMaterial, readLogged } from "./rebuild-material.ts";
import { writtenArguments } from "./rebuild-rounds.ts";
import {
  markAsSent,
  proveSent,
  type Rebuilt,
  rebuildSegment,
  sentMessages,
  showSent,
  withoutBytes,
} from "./rebuild-segment.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectCall(
  actor: Actor,
  runId: string,
  seq: number,
  recipes: PromptRecipes,
): Promise<CallInspection> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const opened = await openCall(actor, runId, seq, recipes);
  const { called, material, startedMs, stored } = opened;
  const [call] = summariseCalls([stored.called], stored.sequels, startedMs, { recipes, access });
  if (!call) throw new AppError("not-found");
  const answered = material.of("model.answered").find((event) => event.seq === call.answered?.seq);
  const { manifest } = called;
  const rebuilt = manifest.segments.map((entry) => rebuildSent(opened, entry, recipes));
  return {
    call,
    sent: showSent(
      proveSent(answered?.body.sent, manifest.segments, rebuilt, manifest.mark),
      access,
      deferLarge,
    ),
    promptSha256: toDigest(manifest.promptSha256, access),
    promptHolds: digestOf(manifest) === manifest.promptSha256,
    segments: manifest.segments.map((entry, index) => {
      const segment = toSegment(manifest, entry, rebuilt[index], access, recipes);
      return { ...segment, content: segment.content && deferLarge(segment.content, access) };
    }),
    refusals: toRefusals(material, called.callId, access),
    outputLimit:
      answered?.body.shortfall === "length" && answered.body.sent
        ? outputLimitOf(answered.body.sent.connection)
        : null,
    text: answered ? toPayload(answered.body.text, access) : null,
    reasoning: answered?.body.reasoning ? toPayload(answered.body.reasoning, access) : null,
    asked: answered ? toAsked(material, answered.body, answered.seq, access) : [],
  };
}

/**
 * @param index of the segment, from 0; `sent`: the messages of the request as they were sent
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectSegment(
  actor: Actor,
  runId: string,
  seq: number,
  index: number | "sent",
  recipes: PromptRecipes,
): Promise<{ content: Payload | null }> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const opened = await openCall(actor, runId, seq, recipes);
  const { called, material } = opened;
  const { manifest } = called;
  const rebuild = (entry: ManifestSegment) => rebuildSent(opened, entry, recipes);
  if (index === "sent") {
    const rebuilt = manifest.segments.map(rebuild);
    const { startedMs, stored } = opened;
    const [call] = summariseCalls([stored.called], stored.sequels, startedMs, {
      recipes,
      access,
    });
    const answered = material
      .of("model.answered")
      .find((event) => event.seq === call?.answered?.seq);
    const proved = proveSent(answered?.body.sent, manifest.segments, rebuilt, manifest.mark);
    return { content: sentMessages(proved, access) };
  }
  const entry = manifest.segments[index];
  if (!entry) throw new AppError("not-found");
  const rebuilt = rebuild(entry);
  const { content } = toSegment(manifest, entry, rebuilt, access, recipes);
  return { content };
}

/** A segment of the opened call as it was sent. */
function rebuildSent(
  { called, material, seq }: Awaited<ReturnType<typeof openCall>>,
  entry: ManifestSegment,
  recipes: PromptRecipes,
): Rebuilt {
  const { hopRef, manifest } = called;
  const rebuilt = rebuildSegment(entry, { seq, hopRef }, material, recipes);
  return markAsSent(rebuilt, entry, manifest, recipes);
}

async function openCall(actor: Actor, runId: string, seq: number, { registry }: PromptRecipes) {
  const stored = await readCall(actor, runId, seq);
  const [event] = readLogged(stored.called);
  if (event?.body.type !== "model.called") throw new AppError("not-found");
  const startedMs = Date.parse(stored.material.run.startedAt);
  const own = openMaterial(stored.material, registry);
  const isService = own.hops.get(event.body.hopRef)?.kind === "service";
  const material = isService
    ? openMaterial(stored.material, registry, await askServiceOf(own.stored.states, runId))
    : own;
  return { stored, seq, called: event.body, startedMs, material };
}

function toRefusals(
  material: Material,
  callId: string,
  access: PayloadAccess,
): CallInspection["refusals"] {
  return material.of("model.refused").flatMap(({ seq, body }) => {
    if (body.callId !== callId) return [];
    const { text, ...reply } = body.reply;
    const { reason, missing, takesOver } = body;
    return [{ seq, reason, ...reply, missing, takesOver, words: toPayload(text, access) }];
  });
}

function toSegment(
  manifest: PromptManifest,
  entry: PromptManifest["segments"][number],
  rebuilt: Rebuilt | undefined,
  access: PayloadAccess,
  recipes: PromptRecipes,
): RebuiltSegment {
  if (!rebuilt) throw new AppError("not-found");
  const { kind, agentId, source, runId, origins, sha256, bytes } = entry;
  return {
    kind,
    agentId,
    source,
    runId,
    ...(origins && { origins: origins.map((origin) => toOrigin(origin, access)) }),
    sha256: toDigest(sha256, access),
    bytes: toSize(bytes, access),
    allowed: isAllowed(manifest, entry, recipes),
    rebuilt: rebuilt.ok ? "exact" : rebuilt.why,
    content: rebuilt.ok ? toPayload(rebuilt.content.map(withoutBytes), access) : null,
  };
}

function deferLarge(payload: Payload, access: PayloadAccess): Payload {
  return payload.withheld || payload.bytes <= SEGMENT_SENT_MAX_BYTES
    ? payload
    : deferPayload(payload, access);
}

/** As the assembler computes it: over the segments' kinds and digests in order. */
function digestOf({ segments }: PromptManifest): string {
  const hash = createHash("sha256");
  for (const { kind, sha256 } of segments) hash.update(`${kind} ${sha256}\n`);
  return hash.digest("hex");
}

/** The tool calls that the model asked for, and the calls made: those below its hop that follow its answer. */
function toAsked(
  material: Material,
  { hopRef, toolCallIds }: BodyOf<"model.answered">,
  answeredSeq: number,
  access: PayloadAccess,
): AskedTool[] {
  const calls = material
    .of("tool.called")
    .filter(
      ({ seq, body }) => seq > answeredSeq && material.hops.get(body.hopRef)?.parentRef === hopRef,
    );
  const returned = material.of("tool.returned");
  return toolCallIds.map((toolCallId) => {
    const made = calls.find(({ body }) => body.toolCallId === toolCallId);
    if (!made) {
      const nothing = { tool: null, hopRef: null, seq: null, outcome: null };
      return { toolCallId, ...nothing, arguments: null, result: null, from: null };
    }
    const inService = material.service?.calls.find(
      (call) =>
        call.toolCallId === toolCallId &&
        computeArgsDigest(call.arguments) === made.body.argsSha256,
    );
    const back = returned.find(({ body }) => body.hopRef === made.body.hopRef);
    return {
      toolCallId,
      tool: made.body.tool,
      hopRef: made.body.hopRef,
      seq: made.seq,
      outcome: back?.body.outcome ?? null,
      arguments: toPayload(inService?.arguments ?? writtenArguments(made.body), access),
      result: inService ? toPayload(inService.result ?? "", access) : null,
      from: toBlame(material, made.body.hopRef, access),
    };
  });
}
