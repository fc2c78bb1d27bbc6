/** The page of what people spend on models. */
import type { Metadata } from "next";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { SpendingView } from "@/components/inspector/overview/spending-view.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/spending";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.spending() };
}

export default async function SpendingPage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <SpendingView />
    </InspectorShell>
  );
}
