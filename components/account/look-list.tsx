/** Who looked at what a person wrote, when and why. */
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { cn } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import type { ShownLooks } from "@/lib/audit/bundle/looks-proof.ts";
import { LOOKS_MAX } from "@/lib/contracts/limits.ts";
import type { GlassState } from "@/lib/db/looks/glass-state.ts";
import type { Look } from "@/lib/db/looks/list-looks.ts";
import * as text from "@/lib/messages/looks.ts";
import { LookProof, ProvedLooks } from "./look-proof.tsx";

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

type LookListProps = {
  looks: readonly Look[];
  glass: GlassState;
  personId: string;
  /** Keys of this server, one of which has signed the trail. */
  verifierKeys: readonly string[];
};

export function LookList({ looks, glass, personId, verifierKeys }: LookListProps) {
  const shown = { looks: looks.map(toShown), personId, max: LOOKS_MAX, verifierKeys };
  return (
    <ProvedLooks shown={shown}>
      <GlassLine glass={glass} />
      {looks.length === 0 ? (
        <p className="border-y py-6 text-center text-soft">{text.none()}</p>
      ) : (
        <ol aria-label={text.list()} className="border-y">
          {looks.map((look) => (
            <LookItem key={look.id} look={look} />
          ))}
        </ol>
      )}
    </ProvedLooks>
  );
}

function toShown(look: Look): ShownLooks["looks"][number] {
  const { id, at, what, place, reason, erased, conversation } = look;
  return {
    id,
    at: at.toISOString(),
    what,
    place,
    reason,
    keptDays: erased?.rule === "age" ? erased.days : null,
    conversationId: conversation?.id ?? null,
  };
}

function GlassLine({ glass: { isOn, changed } }: { glass: GlassState }) {
  if (!changed) return null;
  const at = MOMENT.format(changed.at);
  const by = changed.by ?? text.unknownAdmin();
  return (
    <Notice tone={isOn ? "quiet" : "warn"} className="mb-5">
      {isOn ? text.onSince({ at }) : text.offSince({ at, by })}
    </Notice>
  );
}

const DEEDS = {
  payloads: text.openedAll,
  field: text.openedField,
  found: text.found,
  review: text.takenForReview,
};

const ROLES: Record<string, () => string> = { admin: text.roleAdmin, auditor: text.roleAuditor };

function LookItem({ look }: { look: Look }) {
  const { at, by, what, confirmedBy, reason, conversation } = look;
  return (
    <li className="grid gap-1 border-b py-3 last:border-b-0">
      <p className="wrap-anywhere">
        <strong className="font-[560]">{by?.name ?? text.goneAccount()}</strong>
        {by && <span className="text-faint"> ({(ROLES[by.role] ?? (() => by.role))()})</span>}{" "}
        {DEEDS[what]()}{" "}
        {conversation ? (
          <a
            href={`/c/${conversation.id}`}
            className="rounded-sm text-accent underline underline-offset-4"
          >
            {conversation.title}
          </a>
        ) : (
          text.goneConversation()
        )}
      </p>
      <p className="text-soft wrap-anywhere">
        {reason === null ? whyNone(look) : text.reasonGiven({ reason })}
      </p>
      {confirmedBy && (
        <p className="text-soft wrap-anywhere">
          {confirmedBy.name === null
            ? text.confirmedByGone()
            : text.confirmedBy({ by: confirmedBy.name })}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
        <time dateTime={at.toISOString()}>{MOMENT.format(at)}</time>
        <Seal look={look} />
        <LookProof id={look.id} hasReason={reason !== null} />
      </p>
    </li>
  );
}

function whyNone({ erased, isFree }: Look): string {
  if (isFree) return text.noReason();
  if (erased?.rule === "age") return text.reasonErasedForAge({ days: erased.days });
  if (erased?.rule === "account") return text.reasonErasedWithAccount();
  if (erased?.rule === "conversation") return text.reasonErasedWithConversation();
  return text.reasonErasedByNoRule();
}

function Seal({ look: { seal, place } }: { look: Look }) {
  if (seal === "waiting") return <span>{text.waiting()}</span>;
  const isSound = seal === "sealed";
  const Icon = isSound ? ShieldCheck : ShieldAlert;
  return (
    <span className={cn("inline-flex items-center gap-1", !isSound && "text-danger")}>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      {isSound ? text.sealed({ place: (place ?? 0).toLocaleString("en") }) : text.broken()}
    </span>
  );
}
