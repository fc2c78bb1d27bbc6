/** Below an answer that its person contested: where it stands, and the verdict. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import type { PublicContest } from "@/lib/contracts/public/review/contest.ts";
import * as text from "@/lib/messages/review.ts";
import * as personText from "@/lib/messages/review-person.ts";
import type { RequestFailed } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { postContest } from "./contest-dialog.tsx";
import { WordsField } from "./words-field.tsx";

type ContestNoteProps = { answerId: string; contest: PublicContest };

export default function ContestNote({ answerId, contest }: ContestNoteProps) {
  useReadVerdict(answerId, contest.isNews);
  const [isAppealing, setAppealing] = useState(false);
  const { verdict, mayAppeal, hasLeftMemory } = contest;
  const waits = personText.stateOf(contest);
  return (
    <>
      {verdict && (
        <Notice tone={verdict.upheld ? "warn" : "quiet"} className="mt-2">
          <p className="font-medium text-ink">{text.verdictSays(verdict)}</p>
          {verdict.words !== "" && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text.reviewerWrote(verdict)}
            </p>
          )}
          {hasLeftMemory && <p>{personText.hasLeftMemory()}</p>}
          {mayAppeal && (
            <Button size="sm" className="mt-1.5" onClick={() => setAppealing(true)}>
              {personText.appeal()}
            </Button>
          )}
        </Notice>
      )}
      {waits !== null && <p className="mt-1.5 text-sm text-faint">{waits}</p>}
      <AppealDialog answerId={answerId} isOpen={isAppealing} onClose={() => setAppealing(false)} />
    </>
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

type AppealDialogProps = { answerId: string; isOpen: boolean; onClose: () => void };

/** Asks somebody else to judge an answer once more, in the person's words. */
function AppealDialog({ answerId, isOpen, onClose }: AppealDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={personText.appeal()} showsTitle>
      {isOpen && <Appeal answerId={answerId} onClose={onClose} />}
    </Dialog>
  );
}

function Appeal({ answerId, onClose }: Omit<AppealDialogProps, "isOpen">) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const { mutate, isPending, error } = useMutation<Response, RequestFailed, string>({
    mutationFn: (said) => postContest(answerId, { do: "appeal", words: said }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: chatKeys.details() });
      onClose();
    },
  });
  const isReady = words.trim() !== "" && !isPending;
  return (
    <form
      className="grid gap-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) mutate(words.trim());
      }}
    >
      <WordsField
        label={personText.whyAppeal()}
        note={personText.whoJudgesAgain()}
        value={words}
        error={error}
        onChange={setWords}
      />
      <Button type="submit" look="primary" aria-disabled={!isReady} className="justify-self-end">
        {isPending ? personText.sendingAppeal() : personText.sendAppeal()}
      </Button>
    </form>
  );
}
