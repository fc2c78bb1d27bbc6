/** The public transcript of a run. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import type { ConversationTree } from "../../contracts/inspector/run/conversation-tree.ts";
import type { InspectedMessage } from "../../contracts/inspector/run/inspected-run.ts";
import type { PublicEvent } from "../../contracts/public/public-event.ts";
import { toPublicEvent } from "../../contracts/public/to-public-event.ts";
import { readLogBody } from "../../contracts/run/log-event.ts";
import { isSaidTo, type SaidScope } from "../../db/inspector/opening/reviews.ts";
import { readConversationTree } from "../../db/inspector/run/read-conversation-tree.ts";
import type { StoredEvent } from "../../db/inspector/run/read-events.ts";
import { readPublicTranscript } from "../../db/inspector/run/read-public-transcript.ts";
import type { StoredMessage } from "../../db/inspector/run/read-visible-messages.ts";
import { decideReading, forSaid } from "../payload-access.ts";
import { toSize } from "../to-payload.ts";

export type TranscriptEvent = { seq: number; atMs: number; event: PublicEvent };

export type InspectedTranscript = {
  messages: InspectedMessage[];
  messageCount: number;
  branched: boolean;
  events: TranscriptEvent[];
  eventCount: number;
  storedBytes: number;
  publicBytes: number;
};

/** @throws AppError `forbidden`, `not-found` */
export async function inspectPublicTranscript(
  actor: Actor,
  runId: string,
): Promise<InspectedTranscript> {
  const { access, said } = await decideReading(actor, { runIds: [runId] });
  const transcript = await readPublicTranscript(actor, runId);
  const messages = transcript.messages.map((message) => projectMessage(message, said));
  const { messageCount, branched, eventCount } = transcript;
  const storedBytes = toSize(transcript.storedBytes, access);
  const publicBytes = toSize(transcript.publicBytes, forSaid(access));
  const originMs = Date.parse(transcript.run.startedAt);
  const shown = access.level === "all-masked" ? [] : transcript.events;
  const events = shown.flatMap((event) => toTranscriptEvent(event, originMs));
  return { messages, messageCount, branched, events, eventCount, storedBytes, publicBytes };
}

/** An event of another type was not sent, whatever its row says. */
function toTranscriptEvent(
  { seq, publicSeq, at, type, payload }: StoredEvent,
  originMs: number,
): TranscriptEvent[] {
  const body = readLogBody({ type, payload });
  if (!body) return [];
  const event = toPublicEvent({ publicSeq, body });
  return event ? [{ seq, atMs: at.getTime() - originMs, event }] : [];
}

/** A message as an operator may read it: a reason opens one run, not the messages of others around it. */
export function projectMessage(stored: StoredMessage, said: SaidScope): InspectedMessage {
  const { runIds, ...message } = stored;
  if (isSaidTo(said, runIds)) return message;
  return { ...message, content: "", notice: null, attachments: [], masked: true };
}

/**
 * The tree of a run's conversation, for an operator. What was said is masked as in the transcript.
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectConversationTree(
  actor: Actor,
  runId: string,
): Promise<ConversationTree> {
  const { said } = await decideReading(actor, { runIds: [runId] });
  const { messages, messageCount } = await readConversationTree(actor, runId);
  const shown = messages.map(({ runIds, ...message }) =>
    isSaidTo(said, runIds) ? message : { ...message, words: "", masked: true as const },
  );
  return { messages: shown, messageCount };
}
