/**
 * `GET`: all of the person's conversations, or those of `?ids=` (separated by commas), as one file, `?as=markdown` or
 * `?as=json`, written as it is read.
 */
import { z } from "zod";
import { parseAs } from "@/app/api/parse-request.ts";
import { respond } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { ORGANISED_MAX_COUNT } from "@/lib/contracts/limits.ts";
import {
  exportConversations,
  exportSelected,
  writeConversations,
} from "@/lib/db/conversations/export-conversations.ts";
import * as text from "@/lib/messages/export.ts";
import { streamPieces } from "../../file-response.ts";
import { exportFormOf, exportResponse } from "../export-response.ts";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const form = exportFormOf(request);
    const actor = await requireActor();
    const ids = selectedIn(request);
    const chosen = ids ? await exportSelected(actor, ids) : exportConversations(actor);
    const body = await streamPieces(writeConversations(chosen, form));
    return exportResponse(text.all(), form, body);
  });
}

const Selected = z.array(z.uuid()).min(1).max(ORGANISED_MAX_COUNT);

/** @throws AppError `invalid` */
function selectedIn(request: Request): string[] | null {
  const given = new URL(request.url).searchParams.get("ids");
  return given === null ? null : parseAs(Selected, given.split(","));
}
