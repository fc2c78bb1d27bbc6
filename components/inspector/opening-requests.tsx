/** What other admins ask to read: the reason and when, never the words; one press confirms or refuses it. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button.tsx";
import { isTouched } from "@/components/ui/device/is-touched.ts";
import { poll } from "@/components/ui/device/polling.ts";
import {
  type OpeningDecision,
  type OpeningRequestShown,
  OpeningRequests,
} from "@/lib/contracts/inspector/opening/opening-request.ts";
import * as text from "@/lib/messages/inspector-opening.ts";
import { describeFailure, postInspected, useInspected } from "./fetch-inspected.ts";
import { inspectorKeys } from "./inspector-keys.ts";
import { TEXT_LINK } from "./text-link.ts";
import { Moment } from "./values/term.tsx";
import { InertText } from "./values/text/inert-text.tsx";

const ADDRESS = "/api/admin/openings";
const REFRESH_MS = 5_000;

/** On the overview: all that wait. Nothing where none does. */
export function OpeningRequestsPart() {
  const { data } = useInspected(inspectorKeys.requests(), OpeningRequests, ADDRESS, {
    ...poll({ busyMs: REFRESH_MS, isBusy: isTouched }),
  });
  if (!data || data.requests.length === 0) return null;
  return (
    <section
      aria-label={text.requests()}
      className="grid gap-2 rounded-lg border border-line-strong p-3"
    >
      <h2 className="text-sm font-medium">{text.requests()}</h2>
      <OpeningRequestList requests={data.requests} />
    </section>
  );
}

export function OpeningRequestList({ requests }: { requests: readonly OpeningRequestShown[] }) {
  return (
    <ul className="grid gap-2">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  );
}

function Request({ request }: { request: OpeningRequestShown }) {
  const { id, at, until, by, isMine, reason, runId, words } = request;
  const { mutate, isPending, error } = useDecision(id);
  const who = { by: by ?? text.goneAdmin() };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md bg-hover p-3 text-sm">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          {words === null ? text.asksToRead(who) : text.asksToSearch({ ...who, words })}{" "}
          {runId && (
            <Link href={`/admin/runs/${runId}`} prefetch={false} className={TEXT_LINK}>
              {text.theRun()}
            </Link>
          )}
        </p>
        <q className="text-soft wrap-anywhere">
          <InertText text={reason} />
        </q>
        <p className="text-xs text-faint">
          {text.askedAt()} <Moment at={at} /> · {text.endsAt()} <Moment at={until} />
        </p>
        {error && <p className="text-xs text-danger">{describeFailure(error)}</p>}
      </div>
      {isMine ? (
        <span className="text-xs text-faint">{text.waitsForAnother()}</span>
      ) : (
        <span className="flex gap-2">
          <Button
            size="sm"
            look="primary"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate("confirm")}
          >
            {text.confirm()}
          </Button>
          <Button
            size="sm"
            look="outline"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate("refuse")}
          >
            {text.refuse()}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Whatever came of it, the requests are read again: another admin may have been faster. */
function useDecision(requestId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: OpeningDecision["do"]) =>
      postInspected(OpeningRequests, `${ADDRESS}/${requestId}`, { do: decision }),
    onSuccess: (left) => {
      client.setQueryData(inspectorKeys.requests(), left);
      return client.invalidateQueries({ queryKey: inspectorKeys.openings() });
    },
  });
}
