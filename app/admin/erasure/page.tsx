/** The page on which admins erase a conversation or a person, and see how long each class is kept. */
import { ErasureView } from "@/components/inspector/system/erasure-view.tsx";
import * as text from "@/lib/messages/inspector-erasure.ts";
import { inspectorPage } from "../inspector-page.tsx";

type PageProps = { searchParams: Promise<{ conversation?: string | string[] }> };

const page = inspectorPage<PageProps>({
  address: "/admin/erasure",
  permission: "data:erase",
  title: text.erasure,
  view: async (_actor, { searchParams }) => {
    const { conversation } = await searchParams;
    return <ErasureView given={typeof conversation === "string" ? conversation : ""} />;
  },
});

export const generateMetadata = page.generateMetadata;
export default page.Page;
