/** The actions of the chat: each parses its input, finds the person, and delegates. */
"use server";
import { orRefuse, orRefuseSend, refuseTurn } from "@/app/(chat)/refuse-turn.ts";
import {
  continueTurn,
  decideTurn,
  editTurn,
  openApproval as open,
  retryTurn,
  sendTurn,
} from "@/app/(chat)/send-turn.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { actAsPerson } from "@/lib/auth/session/act-as-person.ts";
import { getActor } from "@/lib/auth/session/get-actor.ts";
import { requestToken } from "@/lib/auth/session/request-token.ts";
import { ArrangeFolder, OrganiseConversations } from "@/lib/contracts/public/organise/organise.ts";
import { GiveFeedback } from "@/lib/contracts/public/person/answer-feedback.ts";
import {
  type ActionResult,
  ChooseVersion,
  ContinueAnswer,
  CorrectFact,
  type CorrectFactResult,
  DecideApproval,
  EditMessage,
  OpenApproval,
  type OpenApprovalResult,
  RetryAnswer,
  SendMessage,
  type SendMessageResult,
  type TurnRefused,
} from "@/lib/contracts/public/send-message.ts";
import {
  RevokeShare,
  ShareConversation,
  type ShareResult,
} from "@/lib/contracts/public/share/share-link.ts";
import { chooseVersion as choose } from "@/lib/db/conversations/choose-version.ts";
import { correctFact as correct } from "@/lib/db/conversations/correct-fact.ts";
import { giveFeedback as keepFeedback } from "@/lib/db/conversations/give-feedback.ts";
import {
  arrangeFolder as arrange,
  organiseConversations,
} from "@/lib/db/conversations/organise/organise-conversations.ts";
import { shareConversation, revokeShare as unshare } from "@/lib/db/shares/share-conversation.ts";

type Schema<Input> = {
  safeParse(input: unknown): { success: true; data: Input } | { success: false };
};

/** @returns what the action returns, or a refusal in words: bad input, signed out, or an error */
async function act<Input, Result>(
  schema: Schema<Input>,
  given: unknown,
  action: (actor: Actor, input: Input) => Promise<Result | TurnRefused>,
  refusing = orRefuse,
): Promise<Result | TurnRefused> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) return refuseTurn("invalid");
  return refusing(async () => {
    const actor = await getActor();
    return actor ? action(actor, parsed.data) : refuseTurn("signed-out");
  });
}

/** Does not use `act`: the session is checked by the statement that checks the turn. */
export async function sendMessage(input: SendMessage): Promise<SendMessageResult> {
  const parsed = SendMessage.safeParse(input);
  if (!parsed.success) return refuseTurn("invalid");
  return orRefuseSend(async () => {
    const started = await actAsPerson(await requestToken(), (actor, session) =>
      sendTurn(actor, parsed.data, session),
    );
    return started ?? refuseTurn("signed-out");
  });
}

/** Continues an answer that was cut off. */
export async function continueAnswer(input: ContinueAnswer): Promise<SendMessageResult> {
  return act(ContinueAnswer, input, continueTurn, orRefuseSend);
}

/** Replaces an answer by another. */
export async function retryAnswer(input: RetryAnswer): Promise<SendMessageResult> {
  return act(RetryAnswer, input, retryTurn, orRefuseSend);
}

/** Sends a new version of a message. */
export async function editMessage(input: EditMessage): Promise<SendMessageResult> {
  return act(EditMessage, input, editTurn, orRefuseSend);
}

/** Answers a question that waits for the person's decision. */
export async function decideApproval(input: DecideApproval): Promise<SendMessageResult> {
  return act(DecideApproval, input, decideTurn, orRefuseSend);
}

/** Reads what can be changed of the call behind a question, and checks changes of it. */
export async function openApproval(input: OpenApproval): Promise<OpenApprovalResult> {
  return act(OpenApproval, input, open);
}

/** Corrects a fact of "Understood so far". */
export async function correctFact(input: CorrectFact): Promise<CorrectFactResult> {
  return act(CorrectFact, input, async (actor, fact) => ({
    ok: true as const,
    understood: await correct(actor, fact),
  }));
}

/** Shows another version of a message. */
export async function chooseVersion(input: ChooseVersion): Promise<ActionResult> {
  return act(ChooseVersion, input, async (actor, version) => {
    await choose(actor, version);
    return { ok: true as const };
  });
}

/** Keeps what a person thinks of an answer. */
export async function giveFeedback(input: GiveFeedback): Promise<ActionResult> {
  return act(GiveFeedback, input, async (actor, feedback) => {
    await keepFeedback(actor, feedback);
    return { ok: true as const };
  });
}

/** Renames, moves, archives and deletes conversations. */
export async function organise(input: OrganiseConversations): Promise<ActionResult> {
  return act(OrganiseConversations, input, async (actor, change) => {
    await organiseConversations(actor, change);
    return { ok: true as const };
  });
}

/** Makes, renames and deletes folders. */
export async function arrangeFolder(input: ArrangeFolder): Promise<ActionResult> {
  return act(ArrangeFolder, input, async (actor, change) => {
    await arrange(actor, change);
    return { ok: true as const };
  });
}

/** Shares a copy of a conversation by a link. */
export async function share(input: ShareConversation): Promise<ShareResult> {
  return act(ShareConversation, input, async (actor, conversation) => ({
    ok: true as const,
    link: await shareConversation(actor, conversation),
  }));
}

/** Ends the link of a shared copy. */
export async function revokeShare(input: RevokeShare): Promise<ActionResult> {
  return act(RevokeShare, input, async (actor, link) => {
    await unshare(actor, link);
    return { ok: true as const };
  });
}
