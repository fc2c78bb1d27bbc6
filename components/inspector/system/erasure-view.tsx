/** Erasing a conversation or a person: named, weighed, confirmed by typing, erased. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import {
  ErasureAnswer,
  ErasureSubject,
  type ErasureWeight,
  wordToConfirm,
} from "@/lib/contracts/inspector/erasure-request.ts";
import * as text from "@/lib/messages/inspector-erasure.ts";
import { postInspected } from "../fetch-inspected.ts";
import { FailureNotice, Page } from "../frame.tsx";
import { amountOf, formatCount } from "../values/format-figures.ts";
import { ADDRESS, RetentionTable } from "./retention-table.tsx";

/** @param given the id of a conversation, from the address */
export function ErasureView({ given }: { given: string }) {
  return (
    <Page title={text.erasure()} intro={text.intro()} className="w-full max-w-3xl gap-8">
      <Erase given={given} />
      <RetentionTable />
    </Page>
  );
}

function toSubject(typed: string): ErasureSubject | null {
  const name = typed.trim();
  const given = name.includes("@")
    ? { kind: "person", email: name.toLowerCase() }
    : { kind: "conversation", conversationId: name.toLowerCase() };
  return ErasureSubject.safeParse(given).data ?? null;
}

/** A null confirmation only weighs. */
type ErasureRequest = { subject: ErasureSubject; confirmation: string | null };

function Erase({ given }: { given: string }) {
  const id = useId();
  const [typed, setTyped] = useState(given);
  const [isWrong, setWrong] = useState(false);
  const [subject, setSubject] = useState(() => toSubject(given));
  const { data, error, isPending, variables, mutate, reset } = useMutation({
    mutationFn: (request: ErasureRequest) => postInspected(ErasureAnswer, ADDRESS, request),
  });
  const weigh = (next: ErasureSubject | null) => {
    setSubject(next);
    setWrong(next === null);
    if (next) mutate({ subject: next, confirmation: null });
    else reset();
  };
  const wasWeighed = useRef(false);
  useEffect(() => {
    if (wasWeighed.current || !subject) return;
    wasWeighed.current = true;
    mutate({ subject, confirmation: null });
  }, [subject, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    wasWeighed.current = true;
    weigh(toSubject(typed));
  };
  return (
    <div className="grid gap-5">
      <form onSubmit={submit} className="grid gap-3" noValidate>
        <Field
          id={`${id}-subject`}
          label={text.subject()}
          hint={text.subjectHint()}
          error={isWrong ? text.notASubject() : null}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div>
          <Button type="submit" look="outline" disabled={isPending || typed.trim() === ""}>
            {isPending && variables.confirmation === null ? text.looking() : text.look()}
          </Button>
        </div>
      </form>
      {error && <FailureNotice error={error} onRetry={() => weigh(subject)} />}
      {data && data.is !== "weighed" && <Outcome answer={data} />}
      {data?.is === "weighed" && subject && (
        <Weighed
          key={wordToConfirm(subject)}
          subject={subject}
          weight={data.weight}
          onErase={(confirmation) => mutate({ subject, confirmation })}
          onPerson={() => {
            setTyped(data.weight.email);
            weigh({ kind: "person", email: data.weight.email });
          }}
        />
      )}
      {isPending && variables.confirmation !== null && (
        <p role="status" className="text-sm text-soft">
          {text.erasing()}
        </p>
      )}
    </div>
  );
}

const REASONS = {
  gone: text.gone,
  running: text.stillRunning,
  "last-admin": text.lastAdmin,
  unconfirmed: text.unconfirmed,
};

function Outcome({ answer }: { answer: Exclude<ErasureAnswer, { is: "weighed" }> }) {
  if (answer.is === "refused")
    return (
      <Notice tone="danger" role="alert">
        {REASONS[answer.reason]()}
      </Notice>
    );
  const rows = Object.values(answer.rows).reduce((sum, count) => sum + count, 0);
  return <Notice role="status">{text.erased(amountOf(rows))}</Notice>;
}

type WeighedProps = {
  subject: ErasureSubject;
  weight: ErasureWeight;
  onErase: (confirmation: string) => void;
  onPerson: () => void;
};

function Weighed({ subject, weight, onErase, onPerson }: WeighedProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const word = wordToConfirm(subject);
  const isPerson = subject.kind === "person";
  const { email, conversations, messages, runs, files, links } = weight;
  const counts: [string, number][] = [
    [text.conversations(), conversations],
    [text.messages(), messages],
    [text.runs(), runs],
    [text.files(), files],
    [text.links(), links],
  ];
  return (
    <section aria-label={text.result()} className="grid gap-4 rounded-md border p-4">
      <h2 className="font-[560] wrap-anywhere">
        {isPerson ? text.accountOf({ email }) : text.conversationOf({ email })}
      </h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm md:grid-cols-5">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt className="text-xs text-faint">{name}</dt>
            <dd className="tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onErase(typed);
        }}
      >
        <Field
          id={`${id}-confirmation`}
          label={text.confirm({ word })}
          hint={text.confirmHint()}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="danger" disabled={typed.trim() !== word}>
            {text.erase()}
          </Button>
          {!isPerson && <Button onClick={onPerson}>{text.wholePerson()}</Button>}
        </div>
      </form>
    </section>
  );
}
