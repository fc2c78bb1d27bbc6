/** The frame of every page: fonts, colours, and the scripts that run before the first paint. */
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/inter/wght-italic.css";
import "./globals.css";
import { Body } from "@/components/ui/device/body.tsx";
import { CompositionGuard } from "@/components/ui/device/composition-guard.tsx";
import { HEAD_SCRIPT } from "@/components/ui/head-script.ts";
import * as text from "@/lib/messages/app.ts";
import { productName } from "@/lib/messages/ui.ts";
import { AccountLook, KeepAccountLook } from "./settings/account-look.tsx";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
});

export const metadata: Metadata = {
  title: { default: productName(), template: `%s · ${productName()}` },
  description: text.description(),
  // Safari would make links of numbers before the page is hydrated.
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export const viewport: Viewport = {
  // The keyboard of a phone makes the page shorter, so that the composer stands above it.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafbfc" },
    { media: "(prefers-color-scheme: dark)", color: "#101315" },
  ],
};

/** Reads the nonce that the edge made for this response, so every page is rendered on request (decision 18). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={inter.variable} suppressHydrationWarning>
      <head>
        {/* Browsers hide the nonce from scripts, so hydration would see a difference. */}
        <script nonce={nonce} suppressHydrationWarning>
          {HEAD_SCRIPT}
        </script>
        <AccountLook nonce={nonce} />
      </head>
      <Body>
        <KeepAccountLook />
        <CompositionGuard />
        {children}
      </Body>
    </html>
  );
}
