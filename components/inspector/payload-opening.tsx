/** Opening masked payloads: whether they are open to this operator, and the form that asks for the reason. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type FormEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button.tsx";
import { isTouched } from "@/components/ui/device/is-touched.ts";
import { poll } from "@/components/ui/device/polling.ts";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import {
  PayloadOpening,
  RevealedField,
  TypedReason,
} from "@/lib/contracts/inspector/opening/payload-opening.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { describeFailure, postInspected, useInspected } from "./fetch-inspected.ts";
import { inspectorKeys } from "./inspector-keys.ts";

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
  const isHydrated = useIsHydrated();
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
          dir="auto"
          readOnly={!isHydrated}
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

const addressOf = (runId: string) => `/api/admin/runs/${runId}`;

/** Where a second admin confirms, what others ask for and decide shows so soon to an operator at work. */
const WAITING_MS = 2_000;

/** Whether the run's payloads are open to this operator, and for how long. `maskAtEnd` reads it again when that is over. */
export function useOpening(runId: string | null) {
  const address = `${addressOf(runId ?? "")}/opening`;
  return useInspected(inspectorKeys.opening(runId ?? ""), PayloadOpening, address, {
    enabled: runId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // Its end counts for what is shown on other pages, too.
    gcTime: Number.POSITIVE_INFINITY,
    ...poll<PayloadOpening>({
      busyMs: WAITING_MS,
      isBusy: (data) => Boolean(data?.second) && isTouched(),
      atRest: (data) => Boolean(data?.second),
    }),
  });
}

/** What was read masked while a request waited is read again once another admin has confirmed it. */
export function useReadAtConfirmation(opening: PayloadOpening | undefined): void {
  const client = useQueryClient();
  const didWait = useRef(false);
  const isWaiting = opening?.second?.own?.state === "waiting";
  const isOpen = opening?.access === "open";
  useEffect(() => {
    const isConfirmed = didWait.current && isOpen;
    didWait.current = isWaiting || (didWait.current && !isOpen);
    if (isConfirmed) client.resetQueries({ queryKey: inspectorKeys.all() }).catch(() => undefined);
  }, [client, isWaiting, isOpen]);
}

/** Everything that was read masked is read again. */
export function useOpenPayloads(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      postInspected(PayloadOpening, `${addressOf(runId)}/opening`, { reason }),
    onSuccess: () => client.resetQueries({ queryKey: inspectorKeys.all() }),
  });
}

export function useReveal(runId: string, sha256: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      postInspected(RevealedField, `${addressOf(runId)}/reveal`, { sha256, reason }),
  });
}

/** The run whose payloads a part of the page shows; null where there is no single one. */
const RunOfPayloads = createContext<string | null>(null);

export const RunOfPayloadsProvider = RunOfPayloads.Provider;

export function useRunOfPayloads(): string | null {
  return useContext(RunOfPayloads);
}
