/** Where the person is signed in, and a way to end it elsewhere. */
"use client";
import { useTransition } from "react";
import { Button } from "@/components/ui/button.tsx";
import * as text from "@/lib/messages/account.ts";

type DeviceListProps = {
  devices: readonly {
    id: string;
    userAgent: string | null;
    signedInAt: Date;
    isThis: boolean;
  }[];
  signOut: (id: string | null) => Promise<void>;
};

export function DeviceList({ devices, signOut }: DeviceListProps) {
  const [isBusy, startTransition] = useTransition();
  const end = (id: string | null) => startTransition(() => signOut(id));
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
