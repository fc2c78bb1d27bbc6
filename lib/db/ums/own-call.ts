/** Whether the service itself stored a call that waits, as it stands: only the call that was asked about may run. */
import "server-only";
import { toHex } from "../../audit/bytes.ts";
import { isSignedServiceCall, signServiceCall } from "../../audit/crypto/approval-mac.ts";
import { digestOf } from "../audit/runs/left-rows.ts";
import { presentRowKey, rowKeys } from "../audit/trail-keys.ts";
import { storableCanonical } from "../storable-json.ts";

/** `mac`: over all else and the conversation, hexadecimal. Absent: of a version that signed none. */
type WaitingCall = { approvalId: string; mac?: string | undefined };

/** The version digit of the ids of questions whose calls have a MAC. The caller keeps the id, so no store can take it away. */
const SIGNED = /^.{8}-.{4}-8/;

/** The id of a question whose call has a MAC. */
export function toSignedId(id: string): string {
  return id.replace(/(?<=^.{8}-.{4}-)./, "8");
}

export function signCall<Call extends WaitingCall>(conversationId: string, call: Call): Call {
  return { ...call, mac: toHex(signServiceCall(presentRowKey(), factsOf(conversationId, call))) };
}

/** @param call as it was asked about; one of an earlier version has an id that says so */
export function isOwnCall(conversationId: string, call: WaitingCall): boolean {
  if (!SIGNED.test(call.approvalId)) return true;
  const mac = Buffer.from(call.mac ?? "", "hex");
  return isSignedServiceCall(rowKeys(), factsOf(conversationId, call), mac);
}

function factsOf(conversationId: string, { mac: _, ...call }: WaitingCall) {
  return { conversationId, sha256: digestOf(storableCanonical(call)) };
}
