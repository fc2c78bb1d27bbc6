/** Decodes pasted headers. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useIsHydrated } from "@/components/ui/hydration.ts";
import { Notice } from "@/components/ui/notice.tsx";
import { DecodeAnswer } from "@/lib/contracts/inspector/run/envelope-inspection.ts";
import { DECODE_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as texts from "@/lib/messages/inspector-decode.ts";
import { postInspected } from "../fetch-inspected.ts";
import { Empty, FailureNotice, Page } from "../frame.tsx";
import { formatCount } from "../values/format-figures.ts";
import { EnvelopeView } from "./envelope-view.tsx";

const EXAMPLE = `x-node-id: planner
x-agent-ref: run-123
x-agent-state: eyJ2ZXJzaW9uIjoxLCJub2RlSWQiOiJwbGFubmVyIiwicnVuSWQiOiJydW4tMTIzIiwidmFyaWFibGVzIjp7IkFHRU5UIjp7Im9iamVjdGl2ZSI6IkZpbmQgYSBQQ1Agd2l0aGluIDEwIG1pbGVzIn19fQ`;

export function DecodeView() {
  const id = useId();
  const isHydrated = useIsHydrated();
  const [text, setText] = useState("");
  const { data, error, isPending, mutate } = useDecode();
  const isTooLong = text.length > DECODE_MAX_CHARS;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isTooLong) mutate(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <Page
      title={texts.decodeHeaders()}
      className="w-full max-w-[90rem] gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]"
      head="lg:col-span-2"
    >
      <form onSubmit={submit} className="grid content-start gap-2">
        <label htmlFor={id} className="text-sm text-soft">
          {texts.agentStateHeadersRawLinesA()}{" "}
          <code className="font-mono text-xs whitespace-nowrap">{texts.stateHeader()}</code>
        </label>
        <textarea
          id={id}
          dir="ltr"
          value={text}
          rows={12}
          spellCheck={false}
          autoComplete="off"
          readOnly={!isHydrated}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full resize-y rounded-md border border-field bg-raised px-3 py-2 font-mono text-xs leading-5 break-all hover:border-ink/60 focus-visible:outline-offset-0"
        />
        <p id={`${id}-note`} className={isTooLong ? "text-xs text-danger" : "text-xs text-faint"}>
          {isTooLong
            ? texts.tooManyCharacters({
                characters: formatCount(text.length),
                most: formatCount(DECODE_MAX_CHARS),
              })
            : texts.nothingIsStoredTheSignatureIs()}
        </p>
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={isPending || isTooLong}>
            {isPending ? texts.decoding() : texts.decode()}
          </Button>
          <Button onClick={() => setText(EXAMPLE)}>{texts.useAnExample()}</Button>
        </div>
      </form>
      <section aria-label={texts.result()} aria-busy={isPending} className="min-w-0">
        <div role="status" className="sr-only">
          {data && (data.ok ? texts.decoded() : data.what)}
        </div>
        {error ? (
          <FailureNotice error={error} onRetry={() => submit()} />
        ) : data ? (
          <Answer answer={data} />
        ) : (
          <Empty of="box">{texts.scopesAndVariablesTheSignaturesVerdict()}</Empty>
        )}
      </section>
    </Page>
  );
}

const FORMS = {
  lines: texts.readAsHeaderLines,
  json: texts.readAsAJsonObject,
  value: texts.readAsTheValueOfX,
};

function Answer({ answer }: { answer: DecodeAnswer }) {
  if (!answer.ok) {
    return (
      <Notice tone="danger">
        <strong className="font-medium text-ink">{answer.what}.</strong> {answer.why} {answer.todo}
      </Notice>
    );
  }
  const { form, ignoredLines, envelope } = answer;
  return (
    <div className="grid gap-5">
      <p className="text-xs text-faint">
        {FORMS[form]()}
        {ignoredLines.length > 0 && ` ${describeIgnored(ignoredLines)}`}
      </p>
      <EnvelopeView envelope={envelope} />
    </div>
  );
}

function describeIgnored(lines: readonly number[]): string {
  const shown = lines.slice(0, 8).join(", ");
  const more = lines.length - 8;
  if (more > 0) return texts.linesLeftOutAndMore({ lines: shown, more: formatCount(more) });
  return texts.linesLeftOut({ count: lines.length, lines: shown });
}

/** Sends pasted headers to be decoded. The server stores nothing of them. */
function useDecode() {
  return useMutation({
    mutationFn: (text: string) => postInspected(DecodeAnswer, "/api/admin/decode", { text }),
  });
}
