/** "Something is wrong with this answer": what, and in the person's words. The reference comes at once. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import {
  ContestedFor,
  type ContestRequest,
  PublicContest,
} from "@/lib/contracts/public/review/contest.ts";
import * as text from "@/lib/messages/review.ts";
import { type RequestFailed, request } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { WordsField } from "./words-field.tsx";

type ContestDialogProps = { answerId: string; isOpen: boolean; onClose: () => void };

export default function ContestDialog({ answerId, isOpen, onClose }: ContestDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.contest()} showsTitle>
      {isOpen && <Contest answerId={answerId} onClose={onClose} />}
    </Dialog>
  );
}

type ContestProps = { answerId: string; onClose: () => void };

function Contest({ answerId, onClose }: ContestProps) {
  const { mutate, data, isPending, error } = useContest(answerId);
  const [what, setWhat] = useState<ContestedFor>("not-true");
  const [words, setWords] = useState("");
  if (data)
    return (
      <div role="status" className="grid gap-3 text-sm">
        <p className="font-medium">{text.sent(data)}</p>
        <p className="text-soft">{text.verdictComes()}</p>
        <Button look="primary" className="justify-self-end" onClick={onClose}>
          {text.close()}
        </Button>
      </div>
    );
  return (
    <form
      className="grid gap-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ do: "contest", what, words: words.trim() });
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{text.whatIsWrong()}</legend>
        {ContestedFor.options.map((option) => (
          <label key={option} className="flex items-center gap-2">
            <input
              type="radio"
              name="what"
              checked={option === what}
              onChange={() => setWhat(option)}
            />
            {text.wrong(option)}
          </label>
        ))}
      </fieldset>
      <WordsField
        label={text.inYourWords()}
        note={text.whoReads()}
        value={words}
        error={error}
        onChange={setWords}
      />
      <Button type="submit" look="primary" aria-disabled={isPending} className="justify-self-end">
        {isPending ? text.sending() : text.send()}
      </Button>
    </form>
  );
}

function useContest(answerId: string) {
  const client = useQueryClient();
  return useMutation<PublicContest, RequestFailed, ContestRequest>({
    mutationFn: async (asked) => {
      const body = await (await postContest(answerId, asked)).json();
      return PublicContest.parse(body);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: chatKeys.details() }),
  });
}

/** @throws RequestFailed */
export function postContest(answerId: string, asked: ContestRequest): Promise<Response> {
  return request(`/api/messages/${answerId}/contest`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
}
