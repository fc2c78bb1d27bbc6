/**
 * Says that the application wrote what an agent remembers: a hidden state, or a change of structured memory. The MAC names the
 * conversation, so that a row that is copied from another one does not count.
 */
import { toHex } from "../bytes.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

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

export function signState(key: RowKey, facts: StateFacts): Buffer {
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

export function signDelta(key: RowKey, facts: DeltaFacts): Buffer {
  const { conversationId, agentId, runId, sha256 } = facts;
  return sign(key, ["halfsilver context delta", conversationId, agentId, runId, sha256]);
}

export function isSignedState(
  keys: readonly RowKey[],
  facts: StateFacts,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signState(key, facts));
}

export function isSignedDelta(
  keys: readonly RowKey[],
  facts: DeltaFacts,
  mac: Uint8Array,
): boolean {
  return isMacOf(keys, mac, (key) => signDelta(key, facts));
}

function sign(key: RowKey, [domain, ...facts]: readonly unknown[]): Buffer {
  return makeMac(key, JSON.stringify([domain, toHex(key.id), ...facts]));
}
