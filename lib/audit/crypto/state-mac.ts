/**
 * Says that the application wrote what an agent remembers: a hidden state, or a change of structured memory. The MAC names the
 * conversation, so that a row that is copied from another one does not count.
 */
import { macOf } from "./row-key.ts";

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

export const { sign: signState, isSigned: isSignedState } = macOf(
  "halfsilver hidden state",
  ({ conversationId, agentId, version, runId, bytes, sha256 }: StateFacts) => [
    conversationId,
    agentId,
    version,
    runId,
    bytes,
    sha256,
  ],
);

export const { sign: signDelta, isSigned: isSignedDelta } = macOf(
  "halfsilver context delta",
  ({ conversationId, agentId, runId, sha256 }: DeltaFacts) => [
    conversationId,
    agentId,
    runId,
    sha256,
  ],
);
