/**
 * Says that the application wrote an audit row: a MAC under a key that the database does not have. It covers every column
 * but the row's place, with the detail as its commitment, so that a detail can be erased and the MAC still holds.
 */
import { randomUUID } from "node:crypto";
import { v7 as timeOrderedId } from "uuid";
import { toHex } from "../bytes.ts";
import { canonical } from "../canonical.ts";
import { commitmentOf, type SealedEvent } from "../leaf.ts";
import { isMacOf, makeMac, type RowKey } from "./row-key.ts";

const DOMAIN = "halfsilver audit row";

/** What a MAC says of a row. */
export type RowFacts = Omit<SealedEvent, "place" | "mac" | "run">;

let written = 0;
/**
 * A UUIDv7 with a counter of ours. The library's own counter keeps the latest time that it has seen, so that after a clock is
 * set back its ids would tell a time in the future.
 */
function nextId(): string {
  written = (written + 1) % 2 ** 31;
  return timeOrderedId({ msecs: Date.now(), seq: written });
}

/**
 * Ids tell the order of the rows of one process within a millisecond, too.
 * @param id where other rows name it already
 * @returns a new row: its id, its time and its salt are fixed here, and none of them by the database
 */
export function newSignedRow(
  key: RowKey,
  event: Omit<RowFacts, "id" | "at" | "detail">,
  detail: unknown,
  id: string = nextId(),
) {
  const facts = {
    ...event,
    id,
    at: new Date().toISOString(),
    detail: { value: detail, salt: randomUUID() as string },
  };
  return { facts, mac: signRow(key, facts) };
}

/** @throws Error where the detail has no canonical JSON */
export function signRow(key: RowKey, { detail, ...columns }: RowFacts): Buffer {
  const told = {
    domain: DOMAIN,
    key: toHex(key.id),
    ...columns,
    detail: toHex(commitmentOf(detail)),
  };
  return makeMac(key, canonical(told));
}

export function isSignedRow(keys: readonly RowKey[], facts: RowFacts, mac: Uint8Array): boolean {
  return isMacOf(keys, mac, (key) => signRow(key, facts));
}
