/** The arguments behind a planned digest and an execution. What was planned is proved by its digest. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { computeArgsDigest } from "../../agent-state/codec.ts";
import type {
  StepArguments,
  StepArgumentsQuery,
} from "../../contracts/inspector/run/step-arguments.ts";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import { readLogBody } from "../../contracts/run/log-event.ts";
import { readStepMaterial } from "../../db/inspector/run/read-plan-log.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { type PayloadAccess, payloadAccessOf } from "../payload-access.ts";
import { toDigest, toPayload } from "../to-payload.ts";

/** @throws AppError `forbidden`, `not-found` */
export async function inspectStepArguments(
  actor: Actor,
  runId: string,
  { planned: digest, hop }: StepArgumentsQuery,
): Promise<StepArguments> {
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  const stored = await readStepMaterial(actor, runId, hop ?? null);
  let planned: StepArguments["planned"] = null;
  let ran: StepArguments["ran"] = null;
  for (const { seq, type, payload } of stored) {
    const body = readLogBody({ type, payload });
    if (body?.type === "tool.called") {
      const { arguments: value, argumentsText: text } = body;
      ran = { seq, value: toPayload(value ?? text ?? null, access) };
    } else if (body?.type === "model.answered" && digest && planned === null) {
      const found = findByDigest(body.text, digest, access);
      if (found) planned = toPayload(found.value, access);
    }
  }
  return { planned, ran };
}

/**
 * The arguments in a plan's text that have this digest, as the operator was given it: a digest of a guess finds nothing
 * for whoever may not read the arguments.
 */
function findByDigest(
  text: string,
  digest: string,
  access: PayloadAccess,
): { value: unknown } | null {
  for (const written of writtenArguments(readJson(text.slice(text.indexOf("{"))))) {
    const value = sanitise(typeof written === "string" ? readJson(written) : written).value;
    if (value === undefined) continue;
    if (toDigest(computeArgsDigest(value), access) === digest) return { value };
  }
  return null;
}

/** Every `arguments_json` in a plan, wherever it stands. */
function writtenArguments(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "arguments_json" && inner !== null ? [inner] : writtenArguments(inner),
  );
}

/** Also what a fence or prose ends. */
function readJson(text: string): unknown {
  for (let end = text.length; end > 0; end = text.lastIndexOf("}", end - 2) + 1) {
    try {
      return parseExact(text.slice(0, end));
    } catch {
      if (text.lastIndexOf("}", end - 2) < 0) return undefined;
    }
  }
  return undefined;
}
