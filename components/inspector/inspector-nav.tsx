/** The navigation of the inspector. */
"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import * as text from "@/lib/messages/inspector.ts";

const PLACES = [
  ["/admin", text.overview],
  ["/admin/runs", text.runs],
  ["/admin/deviation", text.deviation],
  ["/admin/compare", text.compare],
  ["/admin/models", text.models],
  ["/admin/system", text.system],
  ["/admin/spending", text.spending],
  ["/admin/audit", text.audit],
  ["/admin/decode", text.decode],
] as const;

const LINK =
  "rounded-md px-2 py-1 whitespace-nowrap text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink";

export function InspectorNav() {
  const path = usePathname() ?? "";
  const isHere = (address: string) =>
    path === address || (address !== "/admin" && path.startsWith(`${address}/`));
  return (
    <nav
      aria-label={text.inspector()}
      className="flex min-w-0 items-center gap-0.5 text-sm max-md:order-last max-md:-mx-2 max-md:w-[calc(100%+1rem)] max-md:flex-wrap max-md:py-1 md:ml-2"
    >
      {PLACES.map(([address, name]) => (
        <Link
          key={address}
          href={address}
          prefetch={false}
          aria-current={isHere(address) ? "page" : undefined}
          className={LINK}
        >
          {name()}
        </Link>
      ))}
    </nav>
  );
}
