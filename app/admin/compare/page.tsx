/** The page that compares two runs. Hidden data is read, and audited, by the handlers that the page asks. */
import type { Metadata } from "next";
import { CompareView } from "@/components/inspector/compare/compare-view.tsx";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/compare";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: "Compare" };
}

export default async function ComparePage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <CompareView />
    </InspectorShell>
  );
}
