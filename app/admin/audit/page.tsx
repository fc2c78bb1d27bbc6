/** The page of the audit trail. */
import { AuditView } from "@/components/inspector/audit/audit-view.tsx";
import * as text from "@/lib/messages/inspector-audit.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/audit",
  title: text.title,
  view: () => <AuditView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
