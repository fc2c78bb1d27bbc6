/** The page of the audit trail. */
import type { Metadata } from "next";
import { AuditView } from "@/components/inspector/audit/audit-view.tsx";
import { InspectorShell } from "@/components/inspector/inspector-shell.tsx";
import { getPerson } from "@/lib/auth/session/get-person.ts";
import * as text from "@/lib/messages/inspector-audit.ts";
import { enterInspector } from "../enter-inspector.ts";

const ADDRESS = "/admin/audit";

export async function generateMetadata(): Promise<Metadata> {
  await enterInspector(ADDRESS);
  return { title: text.title() };
}

export default async function AuditTrailPage() {
  await enterInspector(ADDRESS);
  return (
    <InspectorShell operator={(await getPerson())?.email ?? ""}>
      <AuditView />
    </InspectorShell>
  );
}
