/** The page of the cases that reviewers judge. */
import { ReviewView } from "@/components/inspector/review/review-view.tsx";
import { can } from "@/lib/access/assert-can.ts";
import * as text from "@/lib/messages/review.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review",
  permission: "review:judge",
  title: text.review,
  view: (actor) => <ReviewView mayManage={can(actor, "review:manage")} />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
