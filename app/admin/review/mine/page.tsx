/** The page of a reviewer's own work. */
import { MineView } from "@/components/inspector/review/mine-view.tsx";
import * as text from "@/lib/messages/review-desk.ts";
import { inspectorPage } from "../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/mine",
  permission: "review:judge",
  title: text.mineTitle,
  view: () => <MineView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
