/** Asks for the reason of a look. */
"use client";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { TypedReason } from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { describeFailure } from "../fetch-inspected.ts";

type ReasonFormProps = {
  /** What is asked, and an example of an answer; left out: why the operator looks. */
  question?: string;
  hint?: string;
  action: string;
  isBusy: boolean;
  error: unknown;
  onReason: (reason: string) => void;
};

export function ReasonForm(props: ReasonFormProps) {
  const {
    question = text.reason(),
    hint = text.reasonHint(),
    action,
    isBusy,
    error,
    onReason,
  } = props;
  const [reason, setReason] = useState("");
  const [isTold, setTold] = useState(false);
  const id = useId();
  const isGood = TypedReason.safeParse(reason).success;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isGood && !isBusy) onReason(reason.trim());
    else setTold(true);
  };
  return (
    <form onSubmit={send} className="flex flex-wrap items-end gap-2">
      <label htmlFor={id} className="grid min-w-0 flex-1 basis-64 gap-1 text-xs text-soft">
        {question}
        <input
          id={id}
          value={reason}
          maxLength={500}
          placeholder={hint}
          autoComplete="off"
          aria-invalid={isTold && !isGood}
          aria-describedby={`${id}-told`}
          onChange={(event) => setReason(event.target.value)}
          className="h-8 rounded-md border border-field bg-raised px-2.5 text-sm text-ink placeholder:text-faint hover:border-ink/60"
        />
      </label>
      <Button type="submit" look="primary" className="h-8" aria-disabled={isBusy}>
        {isBusy ? text.opening() : action}
      </Button>
      <p id={`${id}-told`} role="status" className="basis-full text-xs text-danger empty:hidden">
        {error ? describeFailure(error) : isTold && !isGood ? text.reasonShort() : ""}
      </p>
    </form>
  );
}
