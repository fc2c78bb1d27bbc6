/**
 * Knows what the servers behind the connections can do: loads what was found before, asks servers that nobody has asked
 * yet, and keeps what is learnt. Everything runs in the background; a turn reads the table in memory.
 */
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Capabilities,
  type CapabilityFinding,
  CapabilityName,
  type UnclearProbe,
} from "../contracts/model/capability.ts";
import type { ConnectionCheck } from "../contracts/model/connection-check.ts";
import { processSlot } from "../env/process-wide.ts";
import { log } from "../log/log.ts";
import type { BreakerState } from "./breaker/breaker-state.ts";
import { connectionBreaker } from "./breaker/connection-breaker.ts";
import { capabilities } from "./capability-table.ts";
import { forgetCheck, lastCheck } from "./checks/check-connection.ts";
import { type ModelConnection, modelConnections } from "./connections/model-connection.ts";
import { type KnownPrice, priceOf } from "./connections/price-of.ts";
import { PROVIDER_PRESETS } from "./connections/provider-presets.ts";
import { LIST_WAIT_MS, MODEL_ASK_RETRY_MS } from "./limits.ts";
import { probeConnection } from "./probes/probe-connection.ts";

type KeptCapability = {
  address: string;
  model: string;
  name: CapabilityName;
  finding: CapabilityFinding;
};

type Place = Pick<KeptCapability, "address" | "model">;

/** Where findings are kept beyond the process. */
type CapabilityKeeper = {
  load(): Promise<readonly KeptCapability[]>;
  save(place: Place, name: CapabilityName, finding: CapabilityFinding): Promise<void>;
  forget(place: Place): Promise<void>;
};

type Knowing = {
  keeper: CapabilityKeeper;
  ending: AbortController;
  asked: Set<ModelConnection>;
  /** What probes of this process asked for and did not find out. */
  unclear: WeakMap<ModelConnection, Map<CapabilityName, UnclearProbe>>;
  /** The end of the writes so far: one after another, so that the newest finding is the one that stays. */
  written: Promise<void>;
};

const started = processSlot<Knowing>("known-models");

/**
 * Loads, then asks servers that have no finding of a probe yet, one after another. One whose address, key or model is
 * not right is looked at again every minute. Resolves when all are asked and the writing of what was found is over; never rejects with
 * valid settings.
 */
export async function startKnowing(
  keeper: CapabilityKeeper,
  retryMs = MODEL_ASK_RETRY_MS,
): Promise<void> {
  const knowing: Knowing = {
    keeper,
    ending: new AbortController(),
    asked: new Set(),
    unclear: new WeakMap(),
    written: Promise.resolve(),
  };
  started.value = knowing;
  let hasWarned = false;
  const warn = (error: unknown) => {
    if (!hasWarned) log().warn({ err: error }, "capabilities of models could not be kept");
    hasWarned = true;
  };
  capabilities().keepIn({
    save: (place, name, finding) => {
      const write = () => keeper.save(placeOf(place), name, finding);
      knowing.written = knowing.written.then(write).catch(warn);
    },
  });
  await reloadCapabilities().catch(warn);
  let open = placesToAsk();
  for (let isFirst = true; open.length > 0 && !knowing.ending.signal.aborted; isFirst = false) {
    if (!isFirst) await pause(retryMs, knowing.ending.signal);
    const away: ModelConnection[] = [];
    for (const connection of open) {
      if (!isFirst) forgetCheck(connection);
      const { state, sentence } = await lastCheck(connection);
      if (state === "ok" || state === "refused") await ask(knowing, connection);
      if (state === "refused") forgetCheck(connection);
      if (state !== "ok") away.push(connection);
      if (state !== "ok" && isFirst) log().warn({ connection: connection.id, state }, sentence);
    }
    open = away.filter((connection) => !wasAsked(connection));
  }
}

/** The connections that no probe has asked yet. */
function placesToAsk(): ModelConnection[] {
  return [...modelConnections().all.values()].filter((connection) => !wasAsked(connection));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

export function stopKnowing(): void {
  started.value?.ending.abort();
}

/** Reads what other instances have found since. */
export async function reloadCapabilities(): Promise<void> {
  takeFindings((await started.value?.keeper.load()) ?? []);
}

/** Lets every connection know what was kept of it. */
export function takeFindings(kept: readonly KeptCapability[]): void {
  for (const connection of modelConnections().all.values()) {
    const { address, model } = placeOf(connection);
    const own = kept.filter((each) => each.address === address && each.model === model);
    if (own.length === 0) continue;
    const found: Capabilities = Object.fromEntries(own.map(({ name, finding }) => [name, finding]));
    capabilities().load(connection, found);
  }
}

/**
 * Forgets what was found of a connection's server, and asks it again in the background.
 * @returns false where there is no such connection
 */
export async function askAgain(connectionId: string): Promise<boolean> {
  const knowing = started.value;
  const connection = modelConnections().all.get(connectionId);
  if (!knowing || !connection) return false;
  const { asked, keeper } = knowing;
  if (asked.has(connection)) return true;
  asked.add(connection);
  try {
    await knowing.written;
    await keeper.forget(placeOf(connection));
  } catch (error) {
    asked.delete(connection);
    throw error;
  }
  capabilities().load(connection, {});
  forgetCheck(connection);
  void ask(knowing, connection);
  return true;
}

async function ask(knowing: Knowing, connection: ModelConnection): Promise<void> {
  const { ending, asked } = knowing;
  asked.add(connection);
  const unclear = new Map<CapabilityName, UnclearProbe>();
  knowing.unclear.set(connection, unclear);
  const leave = (name: CapabilityName, words: string) =>
    unclear.set(name, { at: new Date().toISOString(), words });
  const learn = (name: CapabilityName, finding: CapabilityFinding) =>
    capabilities().learn(connection, name, finding);
  const refusal = await probeConnection(connection, { learn, leave }, ending.signal);
  if (refusal !== null)
    for (const name of CapabilityName.options)
      leave(name, `not asked, for "Say OK." gave ${refusal}`);
  await knowing.written;
  asked.delete(connection);
}

function wasAsked(connection: ModelConnection): boolean {
  return Object.values(capabilities().of(connection)).some(({ source }) => source === "probe");
}

type Placed = Pick<ModelConnection, "id" | "baseUrl" | "model">;

/** As it is stored: the connection's id stands behind its address, as a fragment, which no address of a server has. */
function placeOf(connection: Placed): Place {
  return { address: `${shownAddress(connection)}#${connection.id}`, model: connection.model };
}

/** Without credentials and query. */
function shownAddress({ baseUrl }: Pick<ModelConnection, "baseUrl">): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`;
}

export type KnownConnection = {
  id: string;
  provider: string;
  address: string;
  model: string;
  fallback: string | null;
  keyName: string;
  keyIsSet: boolean;
  check: ConnectionCheck;
  isAsked: boolean;
  capabilities: Capabilities;
  breaker: BreakerState["state"];
  unclear: ReadonlyMap<CapabilityName, UnclearProbe>;
  price: KnownPrice;
};

/** The check, if it ends soon: a model that has to be loaded takes minutes. */
async function soonChecked(connection: ModelConnection): Promise<ConnectionCheck> {
  const { host } = new URL(connection.baseUrl);
  const sentence = `"${connection.model}" at ${host} was asked and has not answered yet.`;
  const late = sleep(LIST_WAIT_MS, { state: "not-checked", sentence } as const, { ref: false });
  return Promise.race([lastCheck(connection), late]);
}

/** Every connection without its key, as it is known now. Waits for checks, at most five seconds. */
export function knownConnections(): Promise<KnownConnection[]> {
  const { all } = modelConnections();
  return Promise.all(
    [...all.values()].map(async (connection) => ({
      id: connection.id,
      address: shownAddress(connection),
      model: connection.model,
      provider: PROVIDER_PRESETS[connection.provider].name,
      fallback: connection.fallback,
      keyName: connection.keyName,
      // "demo" is the setting's default, not a key.
      keyIsSet: connection.apiKey !== "" && connection.apiKey !== "demo",
      check: await soonChecked(connection),
      isAsked: started.value?.asked.has(connection) ?? false,
      capabilities: capabilities().of(connection),
      breaker: connectionBreaker().stateOf(connection.id).state,
      unclear: started.value?.unclear.get(connection) ?? new Map(),
      price: priceOf(connection),
    })),
  );
}

/** The connection of an agent, by its id, first of its route. */
export function connectionOf(agentId: string): string | null {
  return modelConnections().route(agentId)[0]?.id ?? null;
}

/** The model's own limit of output, in tokens, where its server has named it. */
export function outputLimitOf(connectionId: string): number | null {
  const connection = modelConnections().all.get(connectionId);
  return connection ? (capabilities().of(connection)["max-output-tokens"]?.value ?? null) : null;
}
