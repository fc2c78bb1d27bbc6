/** "How was this made?": who worked on an answer, on what it rests, and what it changed. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { safeHref } from "@/components/ui/markdown/inline-view.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { AnswerAccount, AskedOutcome } from "@/lib/contracts/public/made/answer-account.ts";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import * as text from "@/lib/messages/made.ts";
import { getJson } from "../../data/get-json.ts";

type MadeDialogProps = { answerId: string; isOpen: boolean; onClose: () => void };

export default function MadeDialog({ answerId, isOpen, onClose }: MadeDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.title()} showsTitle>
      {isOpen && <Made answerId={answerId} />}
    </Dialog>
  );
}

const loadSchema = async () =>
  (await import("@/lib/contracts/public/made/answer-account.ts")).AnswerAccount;

/** Here, so that the page does not wait for it. */
const madeKeys = { of: (answerId: string) => ["made", answerId] as const };

function Made({ answerId }: { answerId: string }) {
  const { data, error } = useQuery({
    queryKey: madeKeys.of(answerId),
    queryFn: ({ signal }) => getJson(loadSchema, `/api/messages/${answerId}/made`, signal),
    // What a person decides elsewhere changes it.
    staleTime: 0,
    retry: false,
  });
  if (data) return <Account account={data} />;
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{text.loading()}</span>
      <SkeletonLine className="w-2/3" />
      <SkeletonLine className="w-1/2" />
    </div>
  );
}

function Account({ account }: { account: AnswerAccount }) {
  const { agents, sources, asked, files, ending, isKept } = account;
  if (!isKept) return <p className="text-sm">{text.notKept()}</p>;
  return (
    <div className="grid gap-3 text-sm">
      <p>{agents.length > 0 ? text.agents({ agents: LIST.format(agents) }) : text.noAgent()}</p>
      <Named words={sources.length > 0 ? text.sources() : text.noSources()}>
        {sources.map((source) => (
          <li key={source.number} className="wrap-anywhere">
            <Source source={source} />
          </li>
        ))}
      </Named>
      {asked.length > 0 && (
        <Named words={text.asked()}>
          {asked.map(({ question, outcome }) => (
            <li key={`${question} ${outcome}`} className="grid gap-0.5">
              <span dir="auto" className="text-ink wrap-anywhere">
                {question}
              </span>
              <span>{OUTCOMES[outcome]()}</span>
            </li>
          ))}
        </Named>
      )}
      <Changed account={account} />
      {files.length > 0 && (
        <Named words={text.files()}>
          {files.map((name) => (
            <li key={name} dir="auto" className="wrap-anywhere">
              {name}
            </li>
          ))}
        </Named>
      )}
      {ending !== "complete" && <p>{ending === null ? text.beingWritten() : ENDINGS[ending]()}</p>}
      <p className="border-t pt-3 text-xs text-faint">{text.fromTheLog()}</p>
    </div>
  );
}

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

const OUTCOMES: Record<AskedOutcome, () => string> = {
  waiting: text.askedWaiting,
  declined: text.askedDeclined,
  expired: text.askedExpired,
  agreed: text.askedAgreed,
  done: text.askedDone,
  undone: text.askedUndone,
  unknown: text.askedUnknown,
};

const ENDINGS: Record<Exclude<AnswerAccount["ending"], "complete" | null>, () => string> = {
  stopped: text.stopped,
  interrupted: text.interrupted,
  failed: text.failed,
  empty: text.empty,
};

/** Nothing of these was done with this answer. */
const NOT_DONE: readonly AskedOutcome[] = ["waiting", "declined", "expired", "agreed"];

/** Changes that nobody was asked about. That there was none is said where nothing that was asked about may have been one. */
function Changed({ account: { asked, unasked, ending } }: { account: AnswerAccount }) {
  if (unasked === "something") return <p>{text.changedSomething()}</p>;
  if (unasked === "perhaps") return <p>{text.changedPerhaps()}</p>;
  const isSure = ending !== null && asked.every(({ outcome }) => NOT_DONE.includes(outcome));
  return isSure ? <p>{text.nothingChanged()}</p> : null;
}

function Named({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div>
      <p>{words}</p>
      <ul className="mt-1 grid gap-1.5 border-s-2 ps-3 text-soft empty:hidden">{children}</ul>
    </div>
  );
}

function Source({ source }: { source: PublicSource }) {
  const name = nameSource(source);
  const href = source.kind === "page" && source.address !== null ? safeHref(source.address) : null;
  if (href === null) return <span dir="auto">{name}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      dir="auto"
      className="underline hover:text-ink"
    >
      {name}
    </a>
  );
}
