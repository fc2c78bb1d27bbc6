"use client";
/** "Understood so far": the facts of a running intake. The person can correct one. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type { ConversationDetail, PublicFact } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import { useChat } from "../chat-context.tsx";
import { RequestFailed } from "../data/get-json.ts";
import { chatKeys } from "../data/queries.ts";

type UnderstoodCardProps = { conversationId: string; facts: readonly PublicFact[] };

export function UnderstoodCard({ conversationId, facts }: UnderstoodCardProps) {
  if (facts.length === 0) return null;
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
  const { correctFact } = useChat();
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const correction = useMutation<readonly PublicFact[], RequestFailed, string>({
    mutationFn: async (value) => {
      const { path } = fact;
      const outcome = await correctFact({ conversationId, path, value }).catch(() => null);
      if (outcome === null) throw new RequestFailed("unreachable", text.correctionUnreachable());
      if (!outcome.ok) throw new RequestFailed(outcome.reason, outcome.message);
      return outcome.understood;
    },
    onSuccess: (understood) => {
      client.setQueryData<ConversationDetail>(
        chatKeys.detail(conversationId),
        (detail) => detail && { ...detail, understood: [...understood] },
      );
      setEditing(false);
    },
  });

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("value") ?? "").trim();
    if (value === "" || value === fact.value) setEditing(false);
    else correction.mutate(value);
  };

  return (
    <div className="grid min-h-9 grid-cols-[minmax(7rem,30%)_1fr_auto] items-center gap-x-3 py-1">
      <dt className="text-soft">{fact.label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {isEditing ? (
          <form onSubmit={save} className="flex gap-2">
            <input
              name="value"
              aria-label={fact.label}
              defaultValue={fact.value}
              maxLength={500}
              className="h-7 min-w-0 flex-1 rounded-sm border border-field bg-raised px-2"
            />
            <Button type="submit" look="outline" size="sm">
              {text.save()}
            </Button>
          </form>
        ) : (
          fact.value
        )}
        <span role="alert" className="block text-xs text-danger empty:hidden">
          {correction.error?.message}
        </span>
      </dd>
      {!isEditing && (
        <IconButton
          size="sm"
          aria-label={text.correctFact({ fact: fact.label })}
          onClick={() => setEditing(true)}
        >
          <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
