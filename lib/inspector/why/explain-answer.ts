/** Finds the segments, results and deltas of a run that contain words of its answer. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { WhyAnswer, WhyFinding } from "../../contracts/inspector/run/call-inspection.ts";
import type { ManifestSegment, SegmentKind } from "../../contracts/run/prompt-manifest.ts";
import { readCallWords } from "../../db/inspector/model-calls/read-calls.ts";
import { askServiceOf } from "../ask-service-trace.ts";
import { WHY_CALLS_NAMED_MAX, WHY_FINDINGS_MAX } from "../limits.ts";
import type { PromptRecipes } from "../model-calls/prompt-recipes.ts";
import {
  type Logged,
  type Material,
  openMaterial,
  readLogged,
} from "../model-calls/rebuild-material.ts";
import { type Rebuilt, rebuildSegment } from "../model-calls/rebuild-segment.ts";
import { payloadAccessOf } from "../payload-access.ts";
import {
  findWords,
  leavesOf,
  normalise,
  passagesOf,
  searchPassages,
  textsOf,
} from "./normalise-words.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function explainAnswer(
  actor: Actor,
  runId: string,
  text: string,
  recipes: PromptRecipes,
): Promise<WhyAnswer> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const { answer, called, callsInRun, material: stored } = await readCallWords(actor, runId);
  const needle = normalise(text).text.trim();
  // Otherwise an operator without the right to read hidden texts could guess their content word by word.
  const isShown = access.level !== "all-masked" && findWords(normalise(answer), needle).length > 0;
  if (access.level !== "full" && !isShown) {
    return { ok: false, reason: "not-of-the-answer" };
  }
  const own = openMaterial(stored, recipes.registry);
  const hasService = [...own.hops.values()].some(({ kind }) => kind === "service");
  const material = hasService
    ? openMaterial(stored, recipes.registry, await askServiceOf(stored.states, runId))
    : own;
  const shown = collectSegments(called.flatMap(readLogged).filter(isCall));
  const rebuilt = shown.map((segment) => ({
    segment,
    rebuilt: rebuildSegment(segment.entry, segment, material, recipes),
  }));
  const inSegments = rebuilt.flatMap((one) => segmentFindings(one, needle, runId, recipes));
  const found = [
    ...inSegments,
    ...resultFindings(material, needle, inSegments),
    ...deltaFindings(material, needle),
  ].sort((one, other) => rankOf(one) - rankOf(other));
  const findings = found.slice(0, WHY_FINDINGS_MAX);
  return {
    ok: true,
    text,
    findings:
      access.level === "full" ? findings : findings.map((one) => ({ ...one, excerpt: null })),
    found: found.length,
    searched: {
      calls: called.length,
      callsInRun,
      segments: rebuilt.filter((one) => one.rebuilt.ok).length,
      deltas: stored.deltas.length,
    },
    unsearched: countUnsearched(rebuilt),
  };
}

/** This run's findings first, then memory, then the input; the rest of the prompt last. */
const RANKS: readonly (SegmentKind | null)[] = [
  "run-scratchpad",
  "step-result",
  null,
  "attachment-content",
  "tool-history",
  "structured-facts",
  "rebuilt-conversation",
  "context-state",
  "shared-context",
  "attachment-reference",
  "current-input",
  "own-instructions",
  "system-prompt",
  "tool-schemas",
];

function rankOf({ kind }: WhyFinding): number {
  return RANKS.indexOf(kind);
}

type Shown = {
  entry: ManifestSegment;
  /** Sorted by the first call that it entered. */
  seq: number;
  hopRef: string;
  callSeqs: number[];
};
type Tried = { segment: Shown; rebuilt: Rebuilt };

function isCall(event: ReturnType<typeof readLogged>[number]): event is Logged<"model.called"> {
  return event.body.type === "model.called";
}

/** Each segment once, regardless of how many calls of its hop it entered. */
function collectSegments(calls: readonly Logged<"model.called">[]): Shown[] {
  const shown = new Map<string, Shown>();
  for (const { seq, body } of calls) {
    for (const entry of body.manifest.segments) {
      const { kind, agentId, source, sha256 } = entry;
      const key = JSON.stringify([body.hopRef, kind, agentId, source, sha256]);
      const known = shown.get(key);
      if (known) known.callSeqs.push(seq);
      else shown.set(key, { entry, seq, hopRef: body.hopRef, callSeqs: [seq] });
    }
  }
  return [...shown.values()];
}

function segmentFindings(
  { segment, rebuilt }: Tried,
  needle: string,
  runId: string,
  { isData }: PromptRecipes,
): WhyFinding[] {
  if (!rebuilt.ok) return [];
  const match = searchPassages(passagesOf(rebuilt.content, rebuilt.hops), needle);
  if (!match) return [];
  const { entry, hopRef, callSeqs } = segment;
  const { kind, agentId, source } = entry;
  return [
    {
      place: "segment",
      kind,
      agentId,
      source,
      // The message is ours, and its words are somebody else's.
      role: isData(kind) ? null : match.role,
      fromRunId: entry.runId === runId ? null : entry.runId,
      hopRef: match.hopRef ?? hopRef,
      callSeqs: callSeqs.slice(0, WHY_CALLS_NAMED_MAX),
      callCount: callSeqs.length,
      matches: match.matches,
      excerpt: match.excerpt,
    },
  ];
}

function countUnsearched(tried: readonly Tried[]) {
  const counts = new Map<string, Extract<WhyAnswer, { ok: true }>["unsearched"][number]>();
  for (const { segment, rebuilt } of tried) {
    if (rebuilt.ok) continue;
    const { agentId } = segment.entry;
    const key = `${rebuilt.why} ${agentId}`;
    const known = counts.get(key) ?? { why: rebuilt.why, agentId, segments: 0 };
    counts.set(key, { ...known, segments: known.segments + 1 });
  }
  return [...counts.values()];
}

/** @param known findings in segments; a hop with such a finding is not listed again */
function resultFindings(
  material: Material,
  needle: string,
  known: readonly WhyFinding[],
): WhyFinding[] {
  const shown = new Set(known.map(({ hopRef }) => hopRef));
  return material.of("tool.returned").flatMap(({ body }) => {
    const { hopRef, tool, toolCallId } = body;
    if (shown.has(hopRef)) return [];
    // Inside a service only the service has the result.
    const inService = material.service?.calls.find((call) => call.toolCallId === toolCallId);
    const result = inService?.result ?? body.result;
    const match = searchPassages([{ role: "tool", hopRef, texts: textsOf(result) }], needle);
    if (!match) return [];
    const parent = material.hops.get(material.hops.get(hopRef)?.parentRef ?? "");
    const of = { agentId: parent?.nodeId ?? "", source: `tool:${tool}`, role: "tool", hopRef };
    return [
      { ...of, ...NO_PROMPT, place: "tool-result", matches: match.matches, excerpt: match.excerpt },
    ];
  });
}

/** The changes of this conversation, up to this run, that wrote the words into an agent's context state. */
function deltaFindings({ stored }: Material, needle: string): WhyFinding[] {
  return stored.deltas.flatMap(({ agentId, ordinal, runId, hopRef, origin, patch }) => {
    const passage = { role: origin, hopRef: null, texts: leavesOf(added(patch)) };
    const match = searchPassages([passage], needle);
    if (!match) return [];
    const isOwn = runId === stored.run.id;
    return [
      {
        ...NO_PROMPT,
        place: "delta",
        agentId,
        source: `delta:${ordinal}`,
        role: origin,
        fromRunId: isOwn ? null : runId,
        hopRef: isOwn ? hopRef : null,
        matches: match.matches,
        excerpt: match.excerpt,
      },
    ];
  });
}

const NO_PROMPT = {
  kind: null,
  fromRunId: null,
  callSeqs: [] as number[],
  callCount: 0,
};

/** The values that a patch writes; paths and tests do not count. */
function added(patch: unknown): unknown[] {
  if (!Array.isArray(patch)) return [];
  return patch.map((step: unknown) => (Object(step) as { value?: unknown }).value);
}
