"use client";
/** "Understood so far": the facts of a running intake. The person can put one right. */
import { useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import type { ConversationDetail, PublicFact } from "@/lib/contracts/conversation.ts";
import { useChat } from "../chat-context.tsx";
import { detailKey } from "../data/queries.ts";

type UnderstoodCardProps = { conversationId: string; facts: readonly PublicFact[] };

const FAILED = "The correction did not reach the server. Try again.";

export function UnderstoodCard({ conversationId, facts }: UnderstoodCardProps) {
  if (facts.length === 0) return null;
  return (
    <section
      aria-labelledby="understood"
      className="settle mt-6 rounded-md border border-line-strong px-3.5 py-3"
    >
      <h2 id="understood" className="text-xs font-medium text-faint">
        Understood so far
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
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("value") ?? "").trim();
    if (value === "" || value === fact.value) return setEditing(false);
    const { path } = fact;
    const outcome = await correctFact({ conversationId, path, value }).catch(() => null);
    if (!outcome?.ok) return setProblem(outcome?.message ?? FAILED);
    client.setQueryData<ConversationDetail>(
      detailKey(conversationId),
      (detail) => detail && { ...detail, understood: outcome.understood },
    );
    setProblem(null);
    setEditing(false);
  };

  return (
    <div className="grid min-h-9 grid-cols-[minmax(7rem,30%)_1fr_auto] items-center gap-x-3 py-1">
      <dt className="text-soft">{fact.label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {isEditing ? (
          <form onSubmit={(event) => void save(event)} className="flex gap-2">
            <input
              name="value"
              aria-label={fact.label}
              defaultValue={fact.value}
              maxLength={500}
              className="h-7 min-w-0 flex-1 rounded-sm border border-field bg-raised px-2"
            />
            <Button type="submit" look="outline" size="sm">
              Save
            </Button>
          </form>
        ) : (
          fact.value
        )}
        <span role="alert" className="block text-xs text-danger empty:hidden">
          {problem}
        </span>
      </dd>
      {!isEditing && (
        <IconButton size="sm" aria-label={`Correct ${fact.label}`} onClick={() => setEditing(true)}>
          <Pencil className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
