/** `GET`: whether there is a look, or a verdict, that the person has not read of. */
import { respondJson } from "@/app/respond.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { LooksNews } from "@/lib/contracts/public/person/looks-news.ts";
import { hasUnseenLooks } from "@/lib/db/looks/list-looks.ts";
import { hasVerdictNews } from "@/lib/db/review/contest-answer.ts";

export function GET(): Promise<Response> {
  return respondJson(async () => {
    const actor = await requireActor();
    const [unseen, verdict] = await Promise.all([hasUnseenLooks(actor), hasVerdictNews(actor)]);
    return LooksNews.parse({ unseen, verdict });
  });
}
