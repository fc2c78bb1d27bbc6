/** The page of what people spend on models. */
import { SpendingView } from "@/components/inspector/overview/spending-view.tsx";
import * as text from "@/lib/messages/inspector.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/spending",
  title: text.spending,
  view: () => <SpendingView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
