"use client";
/** One source, beside the button that opens it. */
import { ExternalLink } from "lucide-react";
import { safeHref } from "@/components/ui/markdown/inline-view.tsx";
import type { Trigger } from "@/components/ui/overlay/late-overlay.tsx";
import { Popover } from "@/components/ui/overlay/popover.tsx";
import { nameSource } from "@/lib/contracts/public/sources/name-source.ts";
import type { PublicSource } from "@/lib/contracts/public/sources/public-source.ts";
import { SourceFile } from "../files/source-file.tsx";

type SourcePopoverProps = {
  trigger: Trigger;
  label: string;
  source: PublicSource;
};

export default function SourcePopover({ trigger, label, source }: SourcePopoverProps) {
  return (
    <Popover label={label} className="w-[min(26rem,92vw)]" trigger={trigger}>
      <SourceCard source={source} />
    </Popover>
  );
}

function SourceCard({ source }: { source: PublicSource }) {
  switch (source.kind) {
    case "page":
      return <Page title={source.title} address={source.address} />;
    case "document":
      return <SourceFile source={source} />;
    case "service":
      return <p className="font-[520]">{nameSource(source)}</p>;
    default:
      return source satisfies never;
  }
}

function Page({ title, address }: { title: string; address: string | null }) {
  const href = address === null ? null : safeHref(address);
  if (href === null) return <p className="font-[520] wrap-anywhere">{title}</p>;
  return (
    <>
      <p className="font-[520] wrap-anywhere">{title}</p>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="mt-1 flex items-baseline gap-1.5 text-xs text-soft underline wrap-anywhere hover:text-ink"
      >
        <ExternalLink className="size-3 shrink-0 translate-y-0.5" aria-hidden="true" />
        <span className="min-w-0">{href}</span>
      </a>
    </>
  );
}
