/**
 * Which descriptions of the tools of MCP servers were accepted, and which tools count as writing. Only the trail keeps that, as
 * signed rows, so that nobody who owns the database can accept another one.
 */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type {
  AcceptedBy,
  ListedAround,
  ListedTool,
  ToolWord,
} from "../../contracts/tools/listed-tool.ts";
import { findKin, mustWait, type NamedTool, type ToolKin } from "../../contracts/tools/tool-kin.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { kysely } from "../client.ts";
import { CHANGED_TOOLS_RECORDED_MAX } from "../limits.ts";
import {
  ACCEPTED,
  CHANGED,
  LABELLED,
  readTools,
  TARGET,
  toKnownName,
  toNamed,
  toOwn,
} from "./known-tools.ts";
import { keepToolTexts, readToolTexts } from "./tool-texts.ts";

/** `name`: as the model is offered it. `sha256`: of what the server tells of it, hexadecimal. */
type NamedDigest = Pick<ListedTool, "name" | "sha256">;

/**
 * A tool that no row knows is accepted as it is listed, unless its name is related to that of another one. What is listed
 * otherwise than it was accepted is put on record once.
 */
export async function acceptTools(
  listed: readonly ListedTool[],
  around: ListedAround,
): Promise<ReadonlyMap<string, ToolWord>> {
  const known = await readTools(listed.map(({ name }) => name));
  const isNew = ({ name }: ListedTool) => known.get(name)?.isSeen !== true;
  const [first] = listed.filter(isNew);
  const others = first ? await readOthers(first.server, around) : [];
  const words = new Map<string, ToolWord>();
  for (const tool of listed) {
    const before = known.get(tool.name);
    const kin = isNew(tool) ? findKin(toNamed(tool), others) : [];
    const isAccepted = before?.isSeen ? before.accepted?.sha256 === tool.sha256 : !mustWait(kin);
    words.set(tool.name, { isAccepted, writes: before?.label?.writes ?? null });
    if (!isAccepted) await recordChanged(tool, before?.changed ?? [], kin);
    else if (isNew(tool)) {
      await recordAccepted(tool, { by: "first-sight", actorId: null });
      others.push(toNamed(tool));
    }
  }
  await keepAccepted(listed.filter(({ name }) => words.get(name)?.isAccepted));
  return words;
}

/** The word of the operator on each tool, where there is one: true where it writes. */
export async function readToolLabels(
  names: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const known = [...(await readTools(names)).values()];
  return new Map(known.flatMap(({ name, label }) => (label ? [[name, label.writes]] : [])));
}

/**
 * For a command of an operator, who names the description that they have read: a server may tell another one meanwhile.
 * @returns false where the server did not tell this one since the last acceptance
 */
export function acceptChanged(tool: NamedDigest): Promise<boolean> {
  return accept(tool, { by: "operator", actorId: null });
}

/**
 * For an admin, who names the description that they have read.
 * @returns false where the server did not tell this one since the last acceptance
 * @throws AppError `forbidden` without `tools:accept`
 */
export async function acceptTool(actor: Actor, tool: NamedDigest): Promise<boolean> {
  assertCan(actor, "tools:accept");
  return accept(tool, { by: "admin", actorId: actor.userId });
}

/**
 * From here on a tool counts as writing, or as only reading, whatever the settings say.
 * @returns false where it does already
 * @throws AppError `forbidden` without `tools:accept`
 */
export async function labelTool(
  actor: Actor,
  { name, writes }: { name: string; writes: boolean },
): Promise<boolean> {
  assertCan(actor, "tools:accept");
  const label = (await readTools([name])).get(name)?.label;
  if (label?.writes === writes) return false;
  const row = { actorId: actor.userId, target: TARGET + name, outcome: "allowed" } as const;
  await recordAudit(kysely(), { ...row, action: LABELLED, detail: { writes } });
  return true;
}

type Acceptance = { by: AcceptedBy; actorId: string | null };

async function accept(tool: NamedDigest, acceptance: Acceptance): Promise<boolean> {
  const known = (await readTools([tool.name])).get(tool.name);
  if (!known?.changed.includes(tool.sha256)) return false;
  await recordAccepted(tool, acceptance);
  return true;
}

/** The tools whose names a new one may be related to: our own, accepted ones, and those of other servers that no row knows. */
async function readOthers(server: string, { ours, listed }: ListedAround): Promise<NamedTool[]> {
  const known = await readTools();
  const accepted = [...known.values()].flatMap(({ name, accepted: word }) =>
    word ? [{ name, sha256: word.sha256 }] : [],
  );
  const texts = await readToolTexts(accepted.map(({ sha256 }) => sha256));
  const now = new Set(listed.map(({ name }) => name));
  const unknown = listed.filter(
    (tool) => tool.server !== server && known.get(tool.name)?.isSeen !== true,
  );
  return [
    ...ours.map(toOwn),
    ...accepted.map(({ name, sha256 }) =>
      toKnownName(name, texts.get(sha256) ?? null, now.has(name)),
    ),
    ...unknown.map(toNamed),
  ];
}

/** Also of tools that were accepted by a version that kept no texts. */
async function keepAccepted(accepted: readonly ListedTool[]): Promise<void> {
  const kept = await readToolTexts(accepted.map(({ sha256 }) => sha256));
  await keepToolTexts(
    kysely(),
    accepted.filter(({ sha256 }) => !kept.has(sha256)),
  );
}

async function recordAccepted(
  { name, sha256 }: NamedDigest,
  { by, actorId }: Acceptance,
): Promise<void> {
  const row = { actorId, target: TARGET + name, outcome: "allowed" } as const;
  await recordAudit(kysely(), { ...row, action: ACCEPTED, detail: { sha256, by } });
}

/** A server that describes a tool anew again and again leaves no more rows than an operator can read. */
async function recordChanged(
  tool: ListedTool,
  before: readonly string[],
  kin: readonly ToolKin[],
): Promise<void> {
  const { name, sha256 } = tool;
  if (before[0] === sha256 || before.length >= CHANGED_TOOLS_RECORDED_MAX) return;
  const row = { actorId: null, target: TARGET + name, outcome: "denied" } as const;
  const detail = { sha256, ...(kin.length > 0 && { kin: [...kin] }) };
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await keepToolTexts(transaction, [tool]);
      await recordAudit(transaction, { ...row, action: CHANGED, detail });
    });
}
