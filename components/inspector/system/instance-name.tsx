/** The name of an instance, short: its uuid fully on hover, on focus and on a press. */
"use client";
import { Explained } from "@/components/ui/explained.tsx";
import { InertText } from "../values/text/inert-text.tsx";

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}$/;
const SHOWN_CHARS = 8;

export function InstanceName({ id }: { id: string }) {
  const short = id.replace(UUID, (uuid) => uuid.slice(0, SHOWN_CHARS));
  return (
    <Explained look="bare" text={id} className="font-mono text-xs wrap-anywhere">
      <InertText text={short} />
    </Explained>
  );
}
