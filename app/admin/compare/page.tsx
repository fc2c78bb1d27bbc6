/** The page that compares two runs. The handlers that it calls read the hidden data and audit that. */
import type { Metadata } from "next";
import { CompareView } from "@/components/inspector/compare/compare-view.tsx";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/compare";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.compare() };
}

export default async function ComparePage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <CompareView />
    </InspectorShell>
  );
}
