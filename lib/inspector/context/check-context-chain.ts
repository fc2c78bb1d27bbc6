/** Replays every delta of an agent's context state and reports where the record is inconsistent. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import { digestContext } from "../../context-state/apply-delta.ts";
import type { ContextCheck } from "../../contracts/inspector/run/context-inspection.ts";
import type { StoredPatch } from "../../db/inspector/states/read-context-deltas.ts";
import {
  readContextChain,
  type StoredContextVersion,
} from "../../db/inspector/states/read-context-deltas.ts";
import * as text from "../../messages/inspector-findings.ts";
import { CHECK_FINDINGS_MAX } from "../limits.ts";
import { decideContextReading } from "../payload-access.ts";
import { beginReplay, checkStep, replayStep, toFound } from "./replay-step.ts";
import { type KnownSchema, schemaOf, sliceWork } from "./schema-of.ts";

/** Without payload access, findings do not say which value or which digest. @throws AppError `forbidden`, `not-found` */
export async function checkContextChain(
  actor: Actor,
  conversationId: string,
  agentId: string,
  branchOf: string | null = null,
  registry: AgentRegistry = REGISTRY,
): Promise<ContextCheck> {
  const { accessTo } = await decideContextReading(actor, conversationId, branchOf);
  const schema = schemaOf(registry, agentId);
  const { patches, versions } = await readContextChain(actor, conversationId, {
    agentId,
    branchOf,
  });
  const { digests, findings, matching } = await replayAll(schema, patches);
  const stored = versions.map((version) =>
    checkVersion(schema, (state) => registry.decode(agentId, state), version, {
      digests,
      isOpen: accessTo(agentId, patches.at(-1)?.ordinal ?? 0).level === "full",
    }),
  );
  const inForce = versions.findIndex((version) => !version.quarantined);
  const last = [...digests].at(-1);
  return {
    replayed: patches.length,
    matching,
    findings: findings
      .slice(0, CHECK_FINDINGS_MAX)
      .map((found) => toFound(found, accessTo(agentId, found.ordinal))),
    findingCount: findings.length,
    storedChecked: versions.length,
    storedCount: versions[0]?.total ?? 0,
    storedFindings: stored.flatMap(({ version, detail }) =>
      detail === null ? [] : [{ version, detail }],
    ),
    storedIsLast: inForce < 0 ? null : stored[inForce]?.digest === last,
  };
}

async function replayAll(schema: KnownSchema, steps: readonly StoredPatch[]) {
  let tracked = beginReplay(schema);
  /** The digests of all states in the chain; the last one is the newest state's. */
  const digests = new Set([tracked.recordedSha256]);
  const findings: ContextCheck["findings"] = [];
  let matching = 0;
  const pause = sliceWork();
  for (const step of steps) {
    const replayed = replayStep(schema, tracked, step);
    const digest = checkStep(schema, replayed, step);
    tracked = replayed.tracked;
    if (digest === step.afterSha256) matching += 1;
    findings.push(...replayed.findings.map((found) => ({ ordinal: step.ordinal, ...found })));
    digests.delete(digest);
    digests.add(digest);
    await pause();
  }
  return { digests, findings, matching };
}

type CheckedVersion = { version: number; digest: string | null; detail: string | null };

function checkVersion(
  schema: KnownSchema,
  decode: (state: unknown) => ReturnType<AgentRegistry["decode"]>,
  { version, state }: StoredContextVersion,
  { digests, isOpen }: { digests: ReadonlySet<string>; isOpen: boolean },
): CheckedVersion {
  const found = (detail: string | null, digest: string | null) => ({ version, digest, detail });
  const decoded = decode(state);
  if (!decoded.ok) {
    const reason = isOpen ? decoded.reason : text.detailIsHidden();
    return found(text.cannotBeDecoded({ reason }), null);
  }
  if (!("context_state" in decoded.state)) return found(text.holdsNoContextState(), null);
  const context = decoded.state.context_state;
  const digest = digestContext(context);
  const checked = schema.check(context);
  if (!checked.ok) {
    const detail = isOpen ? checked.detail : text.detailIsHidden();
    return found(text.doesNotFit({ schema: schema.name ?? "", detail }), digest);
  }
  return found(digests.has(digest) ? null : text.noRecordedDeltaLeadsToIt(), digest);
}
