/** The connections to models for operators, and asking a server again. Keys are never read here. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan, can } from "../../access/assert-can.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { InspectedModels } from "../../contracts/inspector/inspected-models.ts";
import { CapabilityName } from "../../contracts/model/capability.ts";
import { recordAsking } from "../../db/models/record-asking.ts";
import { settings } from "../../env/settings.ts";
import { AppError } from "../../errors/app-error.ts";
import {
  askAgain,
  connectionOf,
  knownConnections,
  reloadCapabilities,
} from "../../llm/know-models.ts";
import { log } from "../../log/log.ts";

/** @throws AppError `forbidden` without `models:inspect` */
export async function inspectModels(actor: Actor): Promise<InspectedModels> {
  assertCan(actor, "models:inspect");
  // Other instances may have asked since. What this one knows is shown even without the database.
  await reloadCapabilities().catch((error: unknown) =>
    log().warn({ err: error }, "capabilities of models could not be read"),
  );
  const users = ["coordinator", ...REGISTRY.agents.map(({ id }) => id)];
  const known = await knownConnections();
  const { PRICE_CURRENCY: currency } = settings();
  return {
    mayAsk: can(actor, "models:ask"),
    connections: known.map((connection) => ({
      id: connection.id,
      provider: connection.provider,
      address: connection.address,
      model: connection.model,
      agents: users.filter((agentId) => connectionOf(agentId) === connection.id),
      fallback: connection.fallback,
      keyName: connection.keyName,
      keyIsSet: connection.keyIsSet,
      check: connection.check,
      isAsked: connection.isAsked,
      breaker: connection.breaker,
      price: connection.price.price
        ? { ...connection.price.price, currency, source: connection.price.source }
        : { unknown: connection.price.unknown },
      capabilities: CapabilityName.options.map((name) => ({
        name,
        finding: connection.capabilities[name] ?? null,
        unclear: connection.unclear.get(name) ?? null,
      })),
    })),
  };
}

/**
 * Asks a server again what it can do, in the background. It is audited first.
 * @throws AppError `forbidden` without `models:ask`, `not-found`, `rate-limited`, `audit-unavailable`
 */
export async function askModel(actor: Actor, connectionId: string): Promise<void> {
  assertCan(actor, "models:ask");
  const known = await knownConnections();
  if (!known.some(({ id }) => id === connectionId)) throw new AppError("not-found");
  await recordAsking(actor, connectionId);
  await askAgain(connectionId);
}
