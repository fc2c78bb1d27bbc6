/** `GET ?since=…`: what the reviewer has and judged since then (lib/contracts/inspector/review/case-desk.ts). */
import { DayQuery, ReviewerDay } from "@/lib/contracts/inspector/review/case-desk.ts";
import { readOwnDay } from "@/lib/db/review/desk/read-own-day.ts";
import { AppError } from "@/lib/errors/app-error.ts";
import { respondOperator } from "../../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "review:judge", async (actor, query) => {
    const asked = DayQuery.safeParse(query);
    if (!asked.success) throw new AppError("invalid", { cause: asked.error });
    return ReviewerDay.parse(await readOwnDay(actor, new Date(asked.data.since)));
  });
}

export { DELETE, OPTIONS, PATCH, POST, PUT } from "../../no-such-method.ts";
