/** The page that compares two runs. The handlers that it calls read the hidden data and audit that. */
import { CompareView } from "@/components/inspector/compare/compare-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/compare",
  title: text.compare,
  view: () => <CompareView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
