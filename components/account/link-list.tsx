/** The links that a person has made to copies of their conversations, and a way to revoke each. */
"use client";
import { useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useIsHydrated } from "@/components/ui/use-is-hydrated.ts";
import type { ShareLink } from "@/lib/contracts/public/share/share-link.ts";
import * as text from "@/lib/messages/share.ts";

type LinkListProps = {
  links: readonly ShareLink[];
  /** False: the operator has switched links off. */
  areOn: boolean;
  revoke: (shareLinkId: string) => Promise<void>;
};

export function LinkList({ links, areOn, revoke }: LinkListProps) {
  const [isBusy, startTransition] = useTransition();
  const isHydrated = useIsHydrated();
  return (
    <section aria-labelledby="shared-links" className="mt-10">
      <h2 id="shared-links" className="text-lg font-[560] tracking-[-0.012em]">
        {text.myLinks()}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {areOn ? text.myLinksExplained() : text.linksAreOff()}
      </p>
      {links.length === 0 && <p className="mt-3 text-sm text-faint">{text.noLinks()}</p>}
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
                {text.frozenAs({ moment: frozenAt.slice(0, 16).replace("T", " ") })}
              </span>
            </span>
            <Button
              look="outline"
              size="sm"
              disabled={isBusy || !isHydrated}
              aria-label={text.revokeNamed({ title })}
              onClick={() => startTransition(() => revoke(id))}
            >
              {text.revoke()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
