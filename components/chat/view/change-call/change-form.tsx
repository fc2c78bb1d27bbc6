/** The arguments of a call as fields: the person changes values before they approve. Loaded when it is first wanted. */
"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import type { PublicApproval } from "@/lib/contracts/public/conversation.ts";
import type {
  ArgumentChange,
  ArgumentField,
  ArgumentProblem,
  OpenedApproval,
} from "@/lib/contracts/public/send-message.ts";
import * as text from "@/lib/messages/change-call.ts";
import { sendUnreachable } from "@/lib/messages/chat.ts";
import { useChat } from "../../chat-context.tsx";
import { RequestFailed } from "../../data/get-json.ts";
import { chatKeys } from "../../data/queries.ts";
import type { OnDecide } from "../../data/use-turns.ts";
import { focusAfterDecision } from "../../focus-composer.ts";
import { ArgumentInput } from "./argument-input.tsx";

export type ChangeFormProps = {
  approval: PublicApproval;
  isBusy: boolean;
  onDecide: OnDecide;
  onLeave: () => void;
};

/** The same list each time: the focus moves where it changes. */
const NONE: readonly ArgumentProblem[] = [];

export default function ChangeForm({ approval, isBusy, onDecide, onLeave }: ChangeFormProps) {
  const open = useOpenApproval(approval.id);
  const opened = useQuery({
    queryKey: chatKeys.approval(approval.id),
    queryFn: () => open(),
    // As it is now, each time.
    gcTime: 0,
    retry: false,
  });
  const form = useRef<HTMLFormElement>(null);
  const checking = useMutation<OpenedApproval, RequestFailed, ArgumentChange[]>({
    mutationFn: open,
    onSuccess: ({ problems, words }, changes) => {
      if (problems.length > 0) return;
      const box = form.current?.closest("section");
      if (box) focusAfterDecision(box);
      if (changes.length === 0) onDecide(approval, "approved");
      else onDecide(approval, "approved", { changes, words });
      onLeave();
    },
  });
  const fields = opened.data?.fields;
  const problems = checking.data?.problems ?? NONE;
  useFocusOnFirst(form, fields, problems);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!fields || checking.isPending || isBusy) return;
    checking.mutate(changesIn(new FormData(event.currentTarget), fields));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  const canChange = fields?.some(({ kind }) => kind !== "masked");
  return (
    <form
      ref={form}
      aria-label={text.formName()}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="grid w-full min-w-0 basis-full gap-3 border-line border-t pt-3"
    >
      {opened.isPending && <p className="text-sm text-faint">{text.loading()}</p>}
      {fields && <Fields fields={fields} problems={problems} />}
      <Whole
        problems={problems}
        failed={opened.error ?? checking.error}
        isEmpty={canChange === false}
      />
      <div className="flex flex-wrap gap-2 pointer-coarse:*:min-h-11">
        {canChange && (
          <Button
            look="primary"
            size="sm"
            type="submit"
            disabled={isBusy || checking.isPending}
            data-decide=""
          >
            <Check className="size-3.5" strokeWidth={2} aria-hidden="true" />
            {text.approveWithChanges()}
          </Button>
        )}
        <Button look="outline" size="sm" onClick={onLeave}>
          {text.back()}
        </Button>
      </div>
    </form>
  );
}

/** @returns reads the fields, and checks changes of them */
function useOpenApproval(approvalId: string) {
  const { openApproval } = useChat();
  return async (changes: ArgumentChange[] = []): Promise<OpenedApproval> => {
    const asked = changes.length > 0 ? { approvalId, changes } : { approvalId };
    const result = await openApproval(asked).catch(() => null);
    if (result === null) throw new RequestFailed("unreachable", sendUnreachable());
    if (!result.ok) throw new RequestFailed(result.reason, result.message);
    return result;
  };
}

/** Only what differs from what was read. A browser gives lines of a long text back with CRLF. */
function changesIn(data: FormData, fields: readonly ArgumentField[]): ArgumentChange[] {
  return fields.flatMap(({ name, kind, value: before }, index) => {
    if (kind === "masked") return [];
    const written = String(data.get(fieldName(index)) ?? "");
    const value = before.includes("\r") ? written : written.replaceAll("\r\n", "\n");
    return value === before ? [] : [{ name, value }];
  });
}

/** A form's own names: an argument may have any. */
function fieldName(index: number): string {
  return `argument-${index}`;
}

type FieldsProps = { fields: readonly ArgumentField[]; problems: readonly ArgumentProblem[] };

function Fields({ fields, problems }: FieldsProps) {
  return fields.map((field, index) => (
    <ArgumentInput
      key={field.name}
      name={fieldName(index)}
      field={field}
      problem={problems.find(({ name }) => name === field.name)?.message ?? null}
    />
  ));
}

type WholeProps = {
  problems: readonly ArgumentProblem[];
  failed: Error | null;
  /** Nothing of the call can be changed. */
  isEmpty: boolean;
};

/** What is wrong with all values together. */
function Whole({ problems, failed, isEmpty }: WholeProps) {
  const id = useId();
  const together = problems.find(({ name }) => name === null)?.message;
  const message = failed?.message ?? together ?? (isEmpty ? text.cannotChange() : null);
  return (
    <p id={id} role="status" className="text-danger text-sm empty:hidden">
      {message}
    </p>
  );
}

/** The first field once they are there; the first wrong one where values were refused. */
function useFocusOnFirst(
  form: { readonly current: HTMLFormElement | null },
  fields: readonly ArgumentField[] | undefined,
  problems: readonly ArgumentProblem[],
): void {
  useEffect(() => {
    if (!fields) return;
    const first = problems.length > 0 ? "[aria-invalid=true]" : ":is(input,textarea,select)";
    form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [form, fields, problems]);
}
