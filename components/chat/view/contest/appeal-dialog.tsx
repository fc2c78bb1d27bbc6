/** Asks somebody else to judge an answer once more, in the person's words. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { FEEDBACK_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-person.ts";
import type { RequestFailed } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import { postContest } from "./contest-dialog.tsx";

type AppealDialogProps = { answerId: string; isOpen: boolean; onClose: () => void };

export function AppealDialog({ answerId, isOpen, onClose }: AppealDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.appeal()} showsTitle>
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
      <label className="grid gap-1.5">
        <span className="font-medium">{text.whyAppeal()}</span>
        <textarea
          dir="auto"
          rows={3}
          maxLength={FEEDBACK_MAX_CHARS}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className="field-sizing-content max-h-40 min-h-20 w-full resize-none rounded-md border border-field bg-raised px-3 py-2 max-md:text-base"
        />
      </label>
      <p className="text-xs text-faint">{text.whoJudgesAgain()}</p>
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <Button type="submit" look="primary" aria-disabled={!isReady} className="justify-self-end">
        {isPending ? text.sendingAppeal() : text.sendAppeal()}
      </Button>
    </form>
  );
}
