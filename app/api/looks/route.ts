/** `GET`: whether somebody has opened what the person wrote since they last read who does (lib/contracts/public/person/looks-news.ts). */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { LooksNews } from "@/lib/contracts/public/person/looks-news.ts";
import { hasUnseenLooks } from "@/lib/db/looks/list-looks.ts";

export function GET(): Promise<Response> {
  return respondJson(async () =>
    LooksNews.parse({ unseen: await hasUnseenLooks(await requireActor()) }),
  );
}
