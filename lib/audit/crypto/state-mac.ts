/**
 * Says that the application wrote what an agent remembers: a hidden state, or a change of structured memory. The MAC names the
 * conversation, so that a row that is copied from another one does not count.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { toHex } from "../bytes.ts";
import { keyOf, type RowKey } from "./row-mac.ts";

/** What a MAC says of a hidden state. `sha256`: of its canonical JSON, in hex. */
export type StateFacts = {
  conversationId: string;
  agentId: string;
  version: number;
  /** Null: a person corrected it. */
  runId: string | null;
  bytes: number;
  sha256: string;
};

/**
 * What a MAC says of a change of structured memory. `sha256`: of the canonical JSON of all that it says, in hex. Its number
 * among others is left out: it is known only when the row is stored, and each change names the state before it.
 */
export type DeltaFacts = Pick<StateFacts, "conversationId" | "agentId" | "runId" | "sha256">;

/** @returns as of a row: 36 bytes */
export function signState(key: RowKey, facts: StateFacts): Uint8Array {
  const { conversationId, agentId, version, runId, bytes, sha256 } = facts;
  return sign(key, [
    "halfsilver hidden state",
    conversationId,
    agentId,
    version,
    runId,
    bytes,
    sha256,
  ]);
}

/** @returns as of a row: 36 bytes */
export function signDelta(key: RowKey, facts: DeltaFacts): Uint8Array {
  const { conversationId, agentId, runId, sha256 } = facts;
  return sign(key, ["halfsilver context delta", conversationId, agentId, runId, sha256]);
}

export function isSignedState(
  keys: readonly RowKey[],
  facts: StateFacts,
  mac: Uint8Array,
): boolean {
  const key = keyOf(keys, mac);
  return key !== undefined && isSame(signState(key, facts), mac);
}

export function isSignedDelta(
  keys: readonly RowKey[],
  facts: DeltaFacts,
  mac: Uint8Array,
): boolean {
  const key = keyOf(keys, mac);
  return key !== undefined && isSame(signDelta(key, facts), mac);
}

function sign({ id, secret }: RowKey, [domain, ...facts]: readonly unknown[]): Uint8Array {
  const text = JSON.stringify([domain, toHex(id), ...facts]);
  return Buffer.concat([id, createHmac("sha256", secret).update(text).digest()]);
}

function isSame(expected: Uint8Array, mac: Uint8Array): boolean {
  return expected.length === mac.length && timingSafeEqual(expected, mac);
}
