/** The page of the rubric that verdicts are given by. */
import { RubricView } from "@/components/inspector/review/rubric/rubric-view.tsx";
import * as text from "@/lib/messages/review-judging.ts";
import { inspectorPage } from "../../inspector-page.tsx";

const page = inspectorPage({
  address: "/admin/review/rubric",
  permission: "review:judge",
  title: text.rubric,
  view: () => <RubricView />,
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
