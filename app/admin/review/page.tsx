/** The page of the cases that reviewers judge. */
import { ReviewView } from "@/components/inspector/review/review-view.tsx";
import * as text from "@/lib/messages/review.ts";
import { inspectorPage } from "../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review",
  permission: "review:judge",
  title: text.review,
  view: () => <ReviewView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
