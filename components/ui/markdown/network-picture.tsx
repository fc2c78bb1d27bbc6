/**
 * A picture of the network. Nothing is asked for before a press: the address alone could carry away what an answer put into
 * it. Then our server fetches it, so that its host learns neither the person's address nor their browser.
 */
"use client";
import { ImageIcon, ImageOff } from "lucide-react";
import { createContext, useContext, useState } from "react";
import * as text from "@/lib/messages/pictures.ts";

/** True where a signed-in person reads; others get a link. */
export const MayLoadPictures = createContext(false);

type NetworkPictureProps = {
  /** http or https. */
  href: string;
  /** What it shows, as it was written; may be empty. */
  alt: string;
};

export function NetworkPicture({ href, alt }: NetworkPictureProps) {
  const mayLoad = useContext(MayLoadPictures);
  const [state, setState] = useState<"waiting" | "shown" | "failed">("waiting");
  const { host } = new URL(href);
  const name = alt || text.unnamed();
  const address = `/api/pictures?address=${encodeURIComponent(href)}`;
  if (!mayLoad) return <PictureLink href={href}>{text.pictureAt({ name, host })}</PictureLink>;
  if (state === "shown")
    return (
      // biome-ignore lint/performance/noImgElement: an optimiser would fetch it for everybody
      <img
        src={address}
        alt={alt}
        referrerPolicy="no-referrer"
        data-tooltip={href}
        className="my-1 block h-auto max-h-[30rem] w-auto max-w-full rounded-lg border border-line"
        onError={() => setState("failed")}
      />
    );
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md border border-dashed border-line-strong px-2.5 py-1 align-middle text-sm">
      {state === "failed" ? (
        <span role="status" className="inline-flex min-w-0 items-center gap-1.5 text-soft">
          <ImageOff {...ICON} />
          <span className="min-w-0 wrap-anywhere">{text.failed({ name })}</span>
        </span>
      ) : (
        <button
          type="button"
          onClick={() => setState("shown")}
          className="inline-flex min-h-7 min-w-0 items-center gap-1.5 rounded-sm text-start text-accent"
        >
          <ImageIcon {...ICON} />
          <span className="min-w-0 wrap-anywhere">{text.show({ name })}</span>
        </button>
      )}
      <PictureLink href={href}>{host}</PictureLink>
    </span>
  );
}

const ICON = { className: "size-4 shrink-0", strokeWidth: 1.6, "aria-hidden": true } as const;

function PictureLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-tooltip={href}
      className="min-w-0 wrap-anywhere"
    >
      {children}
      <span className="sr-only"> {text.opensInNewTab()}</span>
    </a>
  );
}
