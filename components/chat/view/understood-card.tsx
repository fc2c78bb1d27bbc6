/** "Understood so far": the facts of a running intake. The person can correct one. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type { ConversationDetail, PublicFact } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { RequestFailed } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";
import { useFocusBack } from "./use-focus-back.ts";

type UnderstoodCardProps = { conversationId: string; facts: readonly PublicFact[] };

export function UnderstoodCard({ conversationId, facts }: UnderstoodCardProps): ReactNode {
  return (
    <section
      aria-labelledby="understood"
      className="settle mt-6 rounded-md border border-line-strong px-3.5 py-3"
    >
      <h2 id="understood" className="text-xs font-medium text-faint">
        {text.understood()}
      </h2>
      <dl className="mt-1.5 divide-y divide-line">
        {facts.map((fact) => (
          <Fact key={fact.path} conversationId={conversationId} fact={fact} />
        ))}
      </dl>
    </section>
  );
}

type FactProps = { conversationId: string; fact: PublicFact };

function Fact({ conversationId, fact }: FactProps) {
  const [isEditing, setEditing] = useState(false);
  const [isCorrected, setCorrected] = useState(false);
  const pencil = useFocusBack(isEditing);
  const leave = () => setEditing(false);
  return (
    <div className="grid min-h-9 grid-cols-[minmax(7rem,30%)_1fr] items-center gap-x-3 py-1 max-md:grid-cols-1">
      <dt className="text-soft max-md:text-xs">{fact.label}</dt>
      <dd className="flex min-w-0 items-center gap-x-3 wrap-anywhere">
        {isEditing ? (
          <Correction
            conversationId={conversationId}
            fact={fact}
            onLeave={leave}
            onSaved={() => {
              setCorrected(true);
              leave();
            }}
          />
        ) : (
          <bdi className="min-w-0 flex-1">{fact.value}</bdi>
        )}
        <span role="status" className="sr-only">
          {isCorrected && !isEditing && text.factCorrected({ fact: fact.label })}
        </span>
        {!isEditing && (
          <IconButton
            ref={pencil}
            size="sm"
            className="pointer-coarse:size-11"
            aria-label={text.correctFact({ fact: fact.label })}
            onClick={() => setEditing(true)}
          >
            <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </dd>
    </div>
  );
}

type CorrectionProps = FactProps & { onLeave: () => void; onSaved: () => void };

/** The value as a field. Enter or Save keeps it, Escape or Cancel leaves it as it was. */
function Correction({ conversationId, fact, onLeave, onSaved }: CorrectionProps) {
  const correction = useCorrection(conversationId, fact.path, onSaved);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (correction.isPending) return;
    const value = String(new FormData(event.currentTarget).get("value") ?? "").trim();
    if (value === "" || value === fact.value) onLeave();
    else correction.mutate(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };

  return (
    <form
      onSubmit={save}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-1 flex-wrap gap-2 py-1"
    >
      <input
        ref={field}
        name="value"
        dir="auto"
        aria-label={fact.label}
        aria-invalid={correction.isError}
        defaultValue={fact.value}
        maxLength={500}
        autoComplete="off"
        className="h-7 min-w-0 flex-1 basis-40 rounded-sm border border-field bg-raised px-2 pointer-coarse:h-11"
      />
      <span className="flex gap-2 pointer-coarse:*:h-11">
        <Button size="sm" onClick={onLeave}>
          {text.cancelEdit()}
        </Button>
        <Button type="submit" look="outline" size="sm" aria-disabled={correction.isPending}>
          {text.save()}
        </Button>
      </span>
      <span role="alert" className="basis-full text-xs text-danger empty:hidden">
        {correction.error?.message}
      </span>
    </form>
  );
}

function useCorrection(conversationId: string, path: string, onSaved: () => void) {
  const { correctFact } = useChat();
  const client = useQueryClient();
  return useMutation<readonly PublicFact[], RequestFailed, string>({
    mutationFn: async (value) => {
      const outcome = await correctFact({ conversationId, path, value }).catch(() => null);
      if (outcome === null) throw new RequestFailed("unreachable", text.correctionUnreachable());
      if (!outcome.ok) throw new RequestFailed(outcome.reason, outcome.message);
      return outcome.understood;
    },
    onSuccess: async (understood) => {
      const queryKey = chatKeys.detail(conversationId);
      // First the document that was written before: its link leads to a corrected version now.
      await client.invalidateQueries({ queryKey });
      client.setQueryData<ConversationDetail>(
        queryKey,
        (detail) => detail && { ...detail, understood: [...understood] },
      );
      onSaved();
    },
  });
}
