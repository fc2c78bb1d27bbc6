/** `GET`: whether somebody has opened what the person wrote since they last read who does, and whether there is a verdict that they have not read (lib/contracts/public/person/looks-news.ts). */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { LooksNews } from "@/lib/contracts/public/person/looks-news.ts";
import { hasUnseenLooks } from "@/lib/db/looks/list-looks.ts";
import { hasVerdictNews } from "@/lib/db/review/contest-answer.ts";

export function GET(): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const [unseen, verdict] = [await hasUnseenLooks(actor), await hasVerdictNews(actor)];
    return LooksNews.parse({ unseen, verdict });
  });
}
