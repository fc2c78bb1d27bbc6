/** The MCP servers and their tools for operators: what is offered, what was accepted and by whom, and what waits. */
import "server-only";
import { basename } from "node:path";
import type { Actor } from "../../access/actor.ts";
import { assertCan, can } from "../../access/assert-can.ts";
import type {
  InspectedServer,
  InspectedTool,
  InspectedTools,
  ToolDecision,
} from "../../contracts/inspector/inspected-tools.ts";
import type { ListedTool } from "../../contracts/tools/listed-tool.ts";
import { readTold } from "../../contracts/tools/told-tool.ts";
import { findKin, type NamedTool, type ToolKin } from "../../contracts/tools/tool-kin.ts";
import { withAudit } from "../../db/inspector/with-audit.ts";
import { acceptTool, labelTool } from "../../db/policies/accept-tools.ts";
import { inspectKnownTools, type KnownTools } from "../../db/policies/inspect-known-tools.ts";
import { type KnownTool, toKnownName, toNamed, toOwn } from "../../db/policies/known-tools.ts";
import { AppError } from "../../errors/app-error.ts";
import type { SeenServer } from "../../tools/mcp/mcp-hub.ts";
import { compareMcpToolsAgain, seeMcpServers } from "../../tools/mcp/mcp-tools.ts";
import { compareTexts } from "../compare/compare-texts.ts";
import { TOLD_SHOWN_MAX_CHARS } from "../limits.ts";

/** @throws AppError `forbidden` without `models:inspect` */
export async function inspectTools(actor: Actor): Promise<InspectedTools> {
  assertCan(actor, "models:inspect");
  // First what the servers tell: comparing it puts on record what is new.
  const { servers, ours } = await seeMcpServers();
  const known = await inspectKnownTools(actor);
  const mayDecide = can(actor, "tools:accept");
  const world = { known, names: nameAll(servers, ours, known), mayDecide };
  const configured = new Set(servers.map(({ server }) => server.name));
  const former = Map.groupBy(
    [...known.tools.values()].filter((tool) => !configured.has(serverOf(tool))),
    serverOf,
  );
  return {
    mayDecide,
    servers: [
      ...servers.map((seen) => toServer(seen, world)),
      ...[...former].map(([name, tools]) => toFormer(name, tools, world)),
    ],
  };
}

/**
 * Accepts what an admin read, or says whether a tool writes. The next turn goes by it.
 * @throws AppError `forbidden` without `tools:accept`, `not-found`, `tool-told-otherwise`, `audit-unavailable`
 */
export async function decideTool(actor: Actor, decision: ToolDecision): Promise<InspectedTools> {
  assertCan(actor, "tools:accept");
  const { servers } = await inspectTools(actor);
  if (!servers.some(({ tools }) => tools.some(({ name }) => name === decision.name)))
    throw new AppError("not-found");
  const isTold = await withAudit(async () => {
    if (decision.do === "accept") return acceptTool(actor, decision);
    await labelTool(actor, decision);
    return true;
  });
  if (!isTold) throw new AppError("tool-told-otherwise");
  await compareMcpToolsAgain();
  return inspectTools(actor);
}

type World = {
  known: KnownTools;
  names: readonly NamedTool[];
  mayDecide: boolean;
};

const serverOf = ({ name }: KnownTool) => toKnownName(name, null, false).server ?? "";

/** Every tool that may be related to another one: our own, what is listed, and what was accepted and is gone. */
function nameAll(
  servers: readonly SeenServer[],
  ours: readonly string[],
  { tools, texts }: KnownTools,
): NamedTool[] {
  const listed = servers.flatMap((seen) => seen.listed);
  const now = new Set(listed.map(({ name }) => name));
  const gone = [...tools.values()].filter(({ name, accepted }) => accepted && !now.has(name));
  return [
    ...ours.map(toOwn),
    ...listed.map(toNamed),
    ...gone.map(({ name, accepted }) =>
      toKnownName(name, texts.get(accepted?.sha256 ?? "") ?? null, false),
    ),
  ];
}

function toServer(seen: SeenServer, world: World): InspectedServer {
  const { server, away, listed, unusable, asked } = seen;
  const now = new Set(listed.map(({ name }) => name));
  const others = [...world.known.tools.values()].filter(
    (tool) => serverOf(tool) === server.name && !now.has(tool.name) && tool.isSeen,
  );
  return {
    name: server.name,
    label: server.label ?? null,
    reached:
      "url" in server
        ? { by: "host", name: new URL(server.url).host }
        : { by: "command", name: basename(server.command) },
    away,
    isPinned: server.acceptedTools !== undefined,
    asked: asked.map(({ what, times }) => ({ what, times })),
    tools: [
      ...listed.map((tool) => toListed(tool, seen, world)),
      ...others.map((tool) => toUnlisted(tool, seen, world)),
    ],
    unusable: unusable.map(({ tool, reason }) => ({ tool, reason })),
  };
}

function toFormer(name: string, tools: readonly KnownTool[], world: World): InspectedServer {
  return {
    name,
    label: null,
    reached: null,
    away: null,
    isPinned: false,
    asked: [],
    tools: tools.filter(({ isSeen }) => isSeen).map((tool) => toUnlisted(tool, null, world)),
    unusable: [],
  };
}

/** A tool that its server lists now. */
function toListed(tool: ListedTool, seen: SeenServer, world: World): InspectedTool {
  const { texts } = world.known;
  const known = world.known.tools.get(tool.name);
  const pinned = seen.server.acceptedTools?.[tool.tool];
  const accepted = seen.server.acceptedTools ? toPinned(pinned) : toAccepted(known, world.known);
  const before = accepted ? (texts.get(accepted.sha256) ?? null) : null;
  const isAccepted = accepted?.sha256 === tool.sha256;
  const isShown = tool.told.length <= TOLD_SHOWN_MAX_CHARS;
  const state = isAccepted ? "offered" : "waits";
  return {
    name: tool.name,
    tool: tool.tool,
    state: seen.offered === null ? "unclear" : state,
    accepted,
    told: tool.sha256,
    text: isShown ? toText(tool.told) : null,
    difference:
      isAccepted || before === null || !isShown
        ? null
        : compareTexts(toText(before), toText(tool.told)),
    kin: joinKin(findKin(toNamed(tool), world.names), known?.kin ?? []),
    mayAccept:
      world.mayDecide &&
      isShown &&
      !seen.server.acceptedTools &&
      (known?.changed.includes(tool.sha256) ?? false),
    ...toLabel(known, seen.writes(tool.tool), world.known),
  };
}

/** A tool that the trail knows, and that its server does not list here. */
function toUnlisted(known: KnownTool, seen: SeenServer | null, world: World): InspectedTool {
  const { texts } = world.known;
  const accepted = toAccepted(known, world.known);
  const sha256 = accepted?.sha256 ?? known.changed[0] ?? null;
  const told = sha256 === null ? null : (texts.get(sha256) ?? null);
  const tool = told === null ? null : (readTold(told)?.name ?? null);
  return {
    name: known.name,
    tool,
    state: seen?.away != null ? "unseen" : "gone",
    accepted,
    told: null,
    text: told === null ? null : toText(told),
    difference: null,
    kin: joinKin([], known.kin),
    mayAccept: false,
    ...toLabel(known, seen?.writes(tool ?? "") ?? true, world.known),
  };
}

function toAccepted(
  known: KnownTool | undefined,
  { people }: KnownTools,
): InspectedTool["accepted"] {
  if (!known?.accepted) return null;
  const { by, at, actorId, sha256 } = known.accepted;
  return { by, who: people.get(actorId ?? "") ?? null, at: at.toISOString(), sha256 };
}

const toPinned = (sha256: string | undefined): InspectedTool["accepted"] =>
  sha256 === undefined ? null : { by: "settings", who: null, at: null, sha256 };

function toLabel(
  known: KnownTool | undefined,
  bySettings: boolean,
  { people }: KnownTools,
): Pick<InspectedTool, "writes" | "label"> {
  if (!known?.label) return { writes: bySettings, label: null };
  const { writes, at, actorId } = known.label;
  return { writes, label: { who: people.get(actorId ?? "") ?? null, at: at.toISOString() } };
}

/** As it is now, and as it was when the tool was seen first. */
function joinKin(now: readonly ToolKin[], then: readonly ToolKin[]): ToolKin[] {
  const all = [...now, ...then].map(({ kind, of }) => ({ kind, of }));
  return [...new Map(all.map((kin) => [`${kin.kind} ${kin.of}`, kin])).values()];
}

/** The description as a person reads it: its words, then schemas and hints under the names of the protocol. */
function toText(told: string): string {
  const tool = readTold(told);
  if (!tool) return told;
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  const parts = Object.entries({ inputSchema, outputSchema, annotations }).filter(
    ([, value]) => value !== null,
  );
  return [
    `name: ${name}`,
    ...(description === null ? [] : [description]),
    ...parts.map(([key, value]) => `${key}: ${JSON.stringify(value, null, 2)}`),
  ].join("\n\n");
}
