"use client";
/** A frozen copy of a conversation, for whoever has its link: what it is, then its messages. */
import { TooltipHost } from "@/components/ui/overlay/tooltip-host.tsx";
import type { SharedPage } from "@/lib/contracts/public/share/shared-copy.ts";
import * as text from "@/lib/messages/share.ts";
import { productName } from "@/lib/messages/ui.ts";
import { SharedMessage } from "./shared-message.tsx";

type SharedViewProps = {
  page: SharedPage;
  /** The path of the page. */
  path: string;
};

export function SharedView({ page, path }: SharedViewProps) {
  const { title, sharedBy, frozenAt, messages } = page;
  return (
    <>
      <header>
        <p className="text-xs text-faint">
          {text.pageKind()}
          {sharedBy !== null && (
            <>
              {" · "}
              <bdi className="wrap-anywhere">{text.pageBy({ name: sharedBy })}</bdi>
            </>
          )}
        </p>
        <h1 dir="auto" className="mt-1 text-xl font-[560] tracking-[-0.012em] wrap-anywhere">
          {title}
        </h1>
        <p className="mt-2 text-sm text-soft">
          {text.pageWhat({ product: productName(), moment: momentOf(frozenAt) })}{" "}
          {text.pageGenerated()}
        </p>
      </header>
      <section aria-label={text.messages()} className="mt-8 pb-16">
        {messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a frozen list never changes its order
          <SharedMessage key={place} message={message} pictures={`${path}/pictures`} />
        ))}
      </section>
      <TooltipHost />
    </>
  );
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

const momentOf = (iso: string) => `${MOMENT.format(new Date(iso))} UTC`;
