/** Below an answer that its person contested: where it stands, and the verdict. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Notice } from "@/components/ui/notice.tsx";
import type { PublicContest } from "@/lib/contracts/public/review/contest.ts";
import * as text from "@/lib/messages/review.ts";
import { chatKeys } from "../../data/queries.ts";
import { postContest } from "./contest-dialog.tsx";

type ContestNoteProps = { answerId: string; contest: PublicContest };

export default function ContestNote({ answerId, contest }: ContestNoteProps) {
  useReadVerdict(answerId, contest.isNews);
  const { state, verdict } = contest;
  if (!verdict)
    return (
      <p className="mt-1.5 text-sm text-faint">
        {state === "taken" ? text.taken(contest) : text.waiting(contest)}
      </p>
    );
  return (
    <Notice tone={verdict.upheld ? "warn" : "quiet"} className="mt-2">
      <p className="font-medium text-ink">{text.verdictSays(verdict)}</p>
      {verdict.words !== "" && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text.reviewerWrote(verdict)}
        </p>
      )}
    </Notice>
  );
}

/** Says once that the person has it before them. Where that fails, it stays news. */
function useReadVerdict(answerId: string, isNews: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isNews) return;
    postContest(answerId, { do: "read" })
      .then(() => client.invalidateQueries({ queryKey: chatKeys.looks() }))
      .catch(() => undefined);
  }, [answerId, isNews, client]);
}
