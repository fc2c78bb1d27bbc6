/** The deletion of an account, with which drafts of this browser go. */
"use client";
import { type Change, DeleteAccount } from "@/components/account/account-forms.tsx";
import { forgetDrafts } from "@/components/chat/compose/draft-store.ts";

export function DeleteOwnAccount({ remove }: { remove: Change }) {
  return <DeleteAccount remove={remove} onGone={forgetDrafts} />;
}
