/** What a person has open: the devices that are signed in, and links to copies of conversations, each with a way to end it. */
"use client";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { Notice } from "@/components/ui/notice.tsx";
import type { AccountChange } from "@/lib/contracts/account-change.ts";
import type { ShareLink } from "@/lib/contracts/public/share/share-link.ts";
import * as text from "@/lib/messages/account.ts";
import * as shareText from "@/lib/messages/share.ts";
import { IntroducedPart } from "./plain-page.tsx";

type DeviceListProps = {
  devices: readonly {
    id: string;
    userAgent: string | null;
    signedInAt: Date;
    isThis: boolean;
  }[];
  signOut: (id: string | null) => Promise<AccountChange>;
};

/** Ends something of a list, and keeps the sentence that says why it could not. */
function useEnding<Id>(change: (id: Id) => Promise<AccountChange>) {
  const [isBusy, startTransition] = useTransition();
  const [refusal, setRefusal] = useState("");
  const end = (id: Id) =>
    startTransition(async () => {
      const { ok, message } = await change(id);
      setRefusal(ok ? "" : message);
    });
  const notice = refusal !== "" && (
    <Notice role="alert" className="mt-3">
      {refusal}
    </Notice>
  );
  return { isBusy, end, notice };
}

export function DeviceList({ devices, signOut }: DeviceListProps) {
  const { isBusy, end, notice } = useEnding(signOut);
  const hasOthers = devices.some(({ isThis }) => !isThis);
  return (
    <>
      <ul className="divide-y divide-line">
        {devices.map(({ id, userAgent, signedInAt, isThis }) => (
          <li key={id} className="flex items-center gap-3 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              {describeBrowser(userAgent)}
              <span className="block text-xs text-faint">
                {isThis ? text.thisDevice() : text.signedInOn({ day: dayOf(signedInAt) })}
              </span>
            </span>
            {!isThis && (
              <Button look="outline" size="sm" disabled={isBusy} onClick={() => end(id)}>
                {text.signOutDevice()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Button
          look="outline"
          size="sm"
          className="mt-3"
          disabled={isBusy}
          onClick={() => end(null)}
        >
          {text.signOutOthers()}
        </Button>
      )}
      {notice}
    </>
  );
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** "Firefox, Linux"; in plain words where a browser does not name itself. */
function describeBrowser(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent?.includes(mark))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(", ") : text.unknownDevice();
}

type LinkListProps = {
  links: readonly ShareLink[];
  /** False: the operator has switched links off. */
  areOn: boolean;
  revoke: (shareLinkId: string) => Promise<AccountChange>;
};

/** The links that a person has made to copies of their conversations, and a way to revoke each. */
export function LinkList({ links, areOn, revoke }: LinkListProps) {
  const { isBusy, end, notice } = useEnding(revoke);
  const isHydrated = useIsHydrated();
  return (
    <IntroducedPart
      title={shareText.myLinks()}
      intro={areOn ? shareText.myLinksExplained() : shareText.linksAreOff()}
    >
      {links.length === 0 && <p className="mt-3 text-sm text-faint">{shareText.noLinks()}</p>}
      <ul className="mt-2 divide-y divide-line">
        {links.map(({ id, title, path, frozenAt }) => (
          <li key={id} className="flex items-center gap-3 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              {path === null || !areOn ? (
                <span dir="auto" className="block truncate">
                  {title}
                </span>
              ) : (
                <a
                  href={path}
                  dir="auto"
                  className="block truncate rounded-sm text-accent underline underline-offset-4"
                >
                  {title}
                </a>
              )}
              <span className="block text-xs text-faint">
                {shareText.frozenAs({ moment: frozenAt.slice(0, 16).replace("T", " ") })}
              </span>
            </span>
            <Button
              look="outline"
              size="sm"
              disabled={isBusy || !isHydrated}
              aria-label={shareText.revokeNamed({ title })}
              onClick={() => end(id)}
            >
              {shareText.revoke()}
            </Button>
          </li>
        ))}
      </ul>
      {notice}
    </IntroducedPart>
  );
}
