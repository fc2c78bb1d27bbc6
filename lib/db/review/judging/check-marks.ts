/** Whether the places that a verdict marks are in its run. */
import "server-only";
import type { Mark, MarkPlace } from "../../../contracts/inspector/review/verdict.ts";
import { AppError } from "../../../errors/app-error.ts";
import type { DatabaseTransaction } from "../../client.ts";

/** @throws AppError `invalid` for a place that the run does not have */
export async function checkMarks(
  transaction: DatabaseTransaction,
  runId: string,
  marks: readonly Mark[],
): Promise<void> {
  if (marks.length === 0) return;
  const places = marks.map(({ place }) => place);
  const seqs = places.flatMap((place) => ("seq" in place ? place.seq : []));
  const hopRefs = places.flatMap((place) => ("hopRef" in place ? place.hopRef : []));
  const events = await transaction
    .selectFrom("run_event")
    .select(["seq", "type", "hop_ref"])
    .where("run_id", "=", runId)
    .where(({ or, eb }) =>
      or([
        ...(seqs.length > 0 ? [eb("seq", "in", seqs)] : []),
        ...(hopRefs.length > 0 ? [eb("hop_ref", "in", hopRefs)] : []),
      ]),
    )
    .execute();
  const answer = await transaction
    .selectFrom("run")
    .innerJoin("message", "message.id", "run.answer_message_id")
    .select("message.content")
    .where("run.id", "=", runId)
    .executeTakeFirst();
  const isThere = (place: MarkPlace): boolean => {
    if (place.at === "answer") return place.to <= (answer?.content.length ?? 0);
    if (place.at === "hop") return events.some(({ hop_ref: hopRef }) => hopRef === place.hopRef);
    return events.some(
      ({ seq, type }) => seq === place.seq && (place.at === "event" || type === "model.called"),
    );
  };
  const missing = places.find((place) => !isThere(place));
  if (missing)
    throw new AppError("invalid", { detail: `no such place: ${JSON.stringify(missing)}` });
}
