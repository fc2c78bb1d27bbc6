/** `GET ?since=…`: what the reviewer has and judged since then (lib/contracts/inspector/review/case-desk.ts). */
import { DayQuery, ReviewerDay } from "@/lib/contracts/inspector/review/case-desk.ts";
import { readOwnDay } from "@/lib/db/review/desk/read-own-day.ts";
import { respondQuery } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondQuery(request, "review:judge", DayQuery, async (actor, { since }) =>
    ReviewerDay.parse(await readOwnDay(actor, new Date(since))),
  );
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
