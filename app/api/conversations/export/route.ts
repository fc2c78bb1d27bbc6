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
import { streamPieces } from "../../stream-pieces.ts";
import { exportFormOf, exportHeaders } from "../export-headers.ts";

export function GET(request: Request): Promise<Response> {
  return respond(async () => {
    const form = exportFormOf(request);
    const actor = await requireActor();
    const ids = selectedIn(request);
    const chosen = ids ? await exportSelected(actor, ids) : exportConversations(actor);
    const body = await streamPieces(encoded(writeConversations(chosen, form)));
    return new Response(body, { headers: exportHeaders(text.all(), form) });
  });
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

const Selected = z.array(z.uuid()).min(1).max(ORGANISED_MAX_COUNT);

/** @throws AppError `invalid` */
function selectedIn(request: Request): string[] | null {
  const given = new URL(request.url).searchParams.get("ids");
  return given === null ? null : parseAs(Selected, given.split(","));
}
