/** The plain account of one run for an operator, under their masks. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { RunAccount } from "../../contracts/inspector/run/run-account.ts";
import { readAccountLog, type StoredAccountLog } from "../../db/inspector/run/read-account-log.ts";
import { forSaid, type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { projectEvent } from "../run/project-event.ts";
import { toPayload } from "../to-payload.ts";
import { UNTOLD_TYPES } from "./matters.ts";
import { tellRun, toSentence } from "./tell-run.ts";

/**
 * @param decided by who reads a run in several steps, for all of them
 * @throws AppError `forbidden`, `not-found`
 */
export async function inspectAccount(
  actor: Actor,
  runId: string,
  decided?: PayloadAccess,
): Promise<RunAccount> {
  const access = decided ?? (await payloadAccessOf(actor, { runIds: [runId] }));
  return projectAccount(runId, await readAccountLog(actor, runId, UNTOLD_TYPES), access);
}

function projectAccount(
  runId: string,
  { status, question, events, leftOut }: StoredAccountLog,
  access: PayloadAccess,
): RunAccount {
  const told = tellRun(
    events.map((event) => projectEvent(event, access)),
    {
      nameOf: REGISTRY.nameOf,
      question: question === "" ? null : toPayload(question, forSaid(access)),
    },
  );
  return { runId, ended: status !== "running", sentences: told.map(toSentence), leftOut };
}
