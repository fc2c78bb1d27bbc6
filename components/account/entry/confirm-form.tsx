/** One button that does something. A page that only opens a link does nothing: mail programs open links by themselves. */
"use client";
import type { ReactNode } from "react";
import { EntryForm } from "@/components/ui/entry/entry-form.tsx";
import type { EntryRefusal } from "@/lib/contracts/entry-refusal.ts";

type ConfirmFormProps = {
  title: string;
  explained: string;
  address: string;
  hidden?: Record<string, string>;
  button: string;
  first: EntryRefusal | null;
  children?: ReactNode;
};

export function ConfirmForm({ explained, children, ...form }: ConfirmFormProps) {
  return (
    <EntryForm
      {...form}
      fields={() => <p className="-mt-2 text-soft wrap-anywhere">{explained}</p>}
    >
      {children}
    </EntryForm>
  );
}
