/** The requests of the service: open a conversation, chat in it, and fork it (lib/contracts/ums/ums-chat.ts). */
import "server-only";
import { z } from "zod";
import {
  ForkUmsConversation,
  OpenUmsConversation,
  UmsChatRequest,
} from "../../contracts/ums/ums-chat.ts";
import { loadPolicies, policiesNow, readyPolicies } from "../../db/policies/load-policies.ts";
import {
  countPeople,
  createPerson,
  deletePerson,
  findPeople,
  getPerson,
  listPeople,
  updatePerson,
} from "../../db/ums/people.ts";
import { seedDirectory } from "../../db/ums/seed-directory.ts";
import { forkConversation, openConversation } from "../../db/ums/service-conversations.ts";
import { compileKnown } from "../../governance/compile-policies.ts";
import { decideHop } from "../../governance/decide-hop.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { log } from "../../log/log.ts";
import type { Directory } from "../directory.ts";
import { startUmsTurn } from "../turn/start-turn.ts";
import type { UmsPorts } from "../turn/ums-turn.ts";
import { acceptRequest, answerRequest } from "./accept-request.ts";
import { answerChat, streamChat } from "./answer-chat.ts";
import { refused } from "./refusal.ts";

export const storedDirectory: Directory = {
  list: listPeople,
  find: findPeople,
  get: getPerson,
  create: createPerson,
  update: updatePerson,
  delete: deletePerson,
  countBy: countPeople,
};

export function handleOpenConversation(request: Request): Promise<Response> {
  return answerRequest(async () => {
    const accepted = await acceptRequest(request, OpenUmsConversation);
    if (!accepted.ok) return accepted;
    const { caller, key, body } = accepted;
    // Every conversation starts here, so an empty directory is filled before the first question.
    await seedDirectory();
    const conversation = await openConversation(sanitise(body.title ?? null).value, key);
    const { runId, traceId } = caller;
    log().info({ conversationId: conversation.id, runId, traceId }, "a service conversation began");
    const headers = { "cache-control": "no-store" };
    return Response.json(conversation, { status: 201, headers });
  });
}

const Id = z.guid();

/** A branch of a chat goes on from a position of its own, and the service must not know what the others said. */
export function handleFork(request: Request, id: string): Promise<Response> {
  return answerRequest(async () => {
    const accepted = await acceptRequest(request, ForkUmsConversation);
    if (!accepted.ok) return accepted;
    const conversationId = Id.safeParse(id);
    if (!conversationId.success) return refused("not-found");
    const { caller, key, body } = accepted;
    const fork = await forkConversation(conversationId.data, body.position, key);
    if (!fork) return refused("not-found");
    const { runId, traceId } = caller;
    log().info(
      { conversationId: fork.id, forkOf: id, runId, traceId },
      "a service conversation was forked",
    );
    return Response.json(fork, { status: 201, headers: { "cache-control": "no-store" } });
  });
}

export function handleChat(request: Request, id: string): Promise<Response> {
  return answerRequest(async () => {
    const accepted = await acceptRequest(request, UmsChatRequest);
    if (!accepted.ok) return accepted;
    const conversationId = Id.safeParse(id);
    if (!conversationId.success) return refused("not-found");
    const { caller, key, body } = accepted;
    const ports = await openUmsPorts();
    const begun = await startUmsTurn({
      conversationId: conversationId.data,
      caller,
      key,
      content: body.message.content,
      instructions: body.instructions ?? "",
      known: body.known ?? [],
      approval: body.approval,
    });
    if (!begun.ok) return begun;
    // From here on the request is not refused: the turn has started.
    const { runId, traceId } = caller;
    log().info({ conversationId: id, runId, traceId }, "a service turn began");
    return body.stream
      ? streamChat(begun.turn, ports, request.signal)
      : answerChat(begun.turn, ports, request.signal);
  });
}

/** The ports of a turn: the directory in the database, and the policies in force at each call. */
async function openUmsPorts(): Promise<UmsPorts> {
  await loadPolicies();
  return {
    directory: storedDirectory,
    decide: (question) => decideHop(compileKnown(policiesNow()), question),
    ready: readyPolicies,
  };
}
