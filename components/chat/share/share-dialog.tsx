/** A dialog that shares a frozen copy of a conversation by a link: what will be seen, the link, a new copy, the end. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Copy, ExternalLink } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Dialog } from "@/components/ui/overlay/dialog.tsx";
import { SkeletonLine } from "@/components/ui/skeleton.tsx";
import type { ShareLink, ShareState } from "@/lib/contracts/public/share/share-link.ts";
import { showVerdicts } from "@/lib/messages/review-person.ts";
import * as text from "@/lib/messages/share.ts";
import { useChat } from "../chat-context.tsx";
import { getJson, RequestFailed } from "../data/get-json.ts";

export type Shared = { id: string; title: string };

type ShareDialogProps = {
  conversation: Shared;
  /** The person's name, as the page would say it. */
  name: string;
  isOpen: boolean;
  onClose: () => void;
};

export default function ShareDialog({ conversation, name, isOpen, onClose }: ShareDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={text.dialogTitle()} showsTitle>
      <p dir="auto" className="-mt-2 mb-4 truncate text-sm text-faint">
        {conversation.title}
      </p>
      {isOpen && <Sharing conversationId={conversation.id} name={name} />}
    </Dialog>
  );
}

function Sharing({ conversationId, name }: { conversationId: string; name: string }) {
  const { state, making, revoking } = useShare(conversationId);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [verdicts, setVerdicts] = useState<boolean | null>(null);
  const { data } = state;
  const link = data?.link ?? null;
  /** Whether what was made last stands behind a link that there was before. */
  const [isRenewed, setRenewed] = useState(false);
  const isNamed = chosen ?? link?.isNamed ?? false;
  const showsVerdict = verdicts ?? link?.showsVerdict ?? false;
  const isBusy = making.isPending || revoking.isPending;
  const problem = state.error ?? making.error ?? revoking.error;
  if (!data && !state.error) return <Loading />;
  return (
    <div className="grid gap-4">
      {data && <WhatIsSeen state={data} />}
      {data && name !== "" && (
        <Checkbox checked={isNamed} disabled={isBusy} onChange={setChosen}>
          {text.showName({ name })}
        </Checkbox>
      )}
      {(data?.hasContest || showsVerdict) && (
        <Checkbox checked={showsVerdict} disabled={isBusy} onChange={setVerdicts}>
          {showVerdicts()}
        </Checkbox>
      )}
      {link?.path && <LinkField link={link} path={link.path} />}
      {link && link.path === null && <Notice tone="warn">{text.cannotBeShown()}</Notice>}
      <div role="alert" className="empty:hidden">
        {problem && <Notice tone="danger">{problem.message}</Notice>}
      </div>
      {data && (
        <div className="flex flex-wrap gap-2">
          <Button
            look={link ? "outline" : "primary"}
            disabled={isBusy || data.messages === 0}
            onClick={() => {
              setRenewed(link !== null);
              making.mutate({ isNamed, showsVerdict });
            }}
          >
            {makeWords(link !== null, making.isPending)}
          </Button>
          {link && (
            <Button look="danger" disabled={isBusy} onClick={() => revoking.mutate(link.id)}>
              {text.revoke()}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {outcomeOf(link, making.isSuccess && isRenewed, revoking.isSuccess)}
      </p>
    </div>
  );
}

function makeWords(hasLink: boolean, isMaking: boolean): string {
  if (hasLink) return isMaking ? text.updating() : text.update();
  return isMaking ? text.creating() : text.create();
}

function outcomeOf(link: ShareLink | null, isRenewed: boolean, isRevoked: boolean): string | null {
  if (link !== null) return isRenewed ? text.updated() : null;
  return isRevoked ? text.revoked() : null;
}

function Loading() {
  return (
    <div className="grid gap-3 py-1">
      <p role="status" className="sr-only">
        {text.loading()}
      </p>
      <SkeletonLine className="w-11/12" />
      <SkeletonLine className="w-3/5" />
    </div>
  );
}

function WhatIsSeen({ state }: { state: ShareState }) {
  const { messages, pictures, files, isWriting } = state;
  if (messages === 0) return <p className="text-sm text-soft">{text.nothingYet()}</p>;
  const more = [
    pictures > 0 && text.withPictures({ count: pictures, number: String(pictures) }),
    files > 0 && text.withoutFiles({ count: files, number: String(files) }),
    isWriting && text.withoutWriting(),
    text.neverSaid(),
  ];
  return (
    <p className="text-sm text-soft">
      {text.whatIsSeen({ count: messages, number: String(messages) })}{" "}
      {more.filter((one) => one !== false).join(" ")}
    </p>
  );
}

type CheckboxProps = {
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

function Checkbox({ checked, disabled, onChange, children }: CheckboxProps) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-(--color-accent)"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}

function LinkField({ link, path }: { link: ShareLink; path: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const address = new URL(path, window.location.origin).href;
  const copy = async () => {
    field.current?.select();
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {text.link()}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          dir="ltr"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
          className="h-9 min-w-0 flex-1 rounded-md border border-field bg-raised px-3 text-sm text-soft"
        />
        <Button look="primary" onClick={() => void copy().catch(() => undefined)}>
          <Icon className="size-3.5" strokeWidth={2} aria-hidden="true" />
          {isCopied ? text.copied() : text.copyLink()}
        </Button>
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-xs text-faint">
        {text.frozenAs({ moment: MOMENT.format(new Date(link.frozenAt)) })}
        <a
          href={path}
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1 rounded-sm py-1 text-accent underline underline-offset-4"
        >
          {text.open()}
          <ExternalLink className="size-3" strokeWidth={1.75} aria-hidden="true" />
        </a>
      </p>
    </div>
  );
}

const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

type Choices = { isNamed: boolean; showsVerdict: boolean };

const keyOf = (conversationId: string) => ["share", conversationId] as const;

const loadSchema = async () =>
  (await import("@/lib/contracts/public/share/share-link.ts")).ShareState;

/** The link to a copy of a conversation: what there is, and the acts that make, renew and revoke it. */
function useShare(conversationId: string) {
  const { share, revokeShare } = useChat();
  const client = useQueryClient();
  const key = keyOf(conversationId);
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      getJson(loadSchema, `/api/conversations/${conversationId}/share`, signal),
    staleTime: 0,
    retry: false,
  });
  const setLink = (link: ShareLink | null) =>
    client.setQueryData<ShareState>(key, (now) => now && { ...now, link });
  const making = useMutation<ShareLink, RequestFailed, Choices>({
    mutationFn: async (choices) => {
      const result = await share({ conversationId, ...choices }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
      return result.link;
    },
    onSuccess: setLink,
  });
  const revoking = useMutation<void, RequestFailed, string>({
    mutationFn: async (shareLinkId) => {
      const result = await revokeShare({ shareLinkId }).catch(() => null);
      if (result === null) throw new RequestFailed("unreachable", text.unreachable());
      if (!result.ok) throw new RequestFailed(result.reason, result.message);
    },
    onSuccess: () => setLink(null),
  });
  return { state, making, revoking };
}
