/** The places that a verdict marks, each with a note and a label. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button.tsx";
import { SeenConversation } from "@/lib/contracts/inspector/review/case-desk.ts";
import type { Rubric } from "@/lib/contracts/inspector/review/rubric.ts";
import {
  keyOfPlace,
  type Mark,
  type MarkPlace,
  samePlace,
} from "@/lib/contracts/inspector/review/verdict.ts";
import { PublicTranscript } from "@/lib/contracts/inspector/run/public-transcript.ts";
import type { RunTrace } from "@/lib/contracts/inspector/run/run-trace.ts";
import { REVIEW_MARK_NOTE_MAX_CHARS, REVIEW_MARKS_MAX } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-judging.ts";
import { inspectorKeys } from "../../inspector-keys.ts";
import { toEvent, toModelCall } from "../../run/selection/use-selection.ts";
import { readSpans } from "../../run/span-tree.ts";
import { SearchLink } from "../../search-link.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import { InertText } from "../../values/text/inert-text.tsx";
import { useMarkedPlaces } from "./marked-places.ts";
import { readSelectedPlace } from "./selected-place.ts";

type MarkListProps = {
  runId: string;
  marks: readonly Mark[];
  labels: Rubric["labels"];
  /** Left out: they are shown, and stay as they are. */
  onChange?: (marks: Mark[]) => void;
};

export function MarkList({ runId, marks, labels, onChange }: MarkListProps) {
  useMarkedPlaces(marks);
  const answer = useAnswer(runId);
  return (
    <div className="grid gap-2">
      {onChange && <MarkButton runId={runId} answer={answer} marks={marks} onChange={onChange} />}
      {marks.length > 0 && (
        <ul aria-label={text.marks()} className="grid gap-1.5">
          {marks.map((mark, index) => (
            <li key={keyOfPlace(mark.place)} className="flex flex-wrap items-center gap-2">
              <PlaceLink place={mark.place} answer={answer} />
              {onChange ? (
                <EditedMark
                  mark={mark}
                  labels={labels}
                  name={nameOf(mark.place, answer)}
                  onChange={(changed) =>
                    onChange(marks.flatMap((each, at) => (at === index ? (changed ?? []) : each)))
                  }
                />
              ) : (
                <span className="wrap-anywhere text-soft">
                  {labels.find(({ id }) => id === mark.label)?.name} <InertText text={mark.note} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The answer's text, once the page has it; null where the reviewer may not read it. */
function useAnswer(runId: string): string | null {
  const client = useQueryClient();
  const seen = SeenConversation.safeParse(client.getQueryData(inspectorKeys.seen(runId)));
  const answer = seen.data?.messages.find(({ isOfCase, by }) => isOfCase && by === "assistant");
  if (answer) return answer.text;
  const cached = client.getQueryData(inspectorKeys.transcript(runId, false));
  const read = PublicTranscript.safeParse(cached);
  const message = read.data?.messages.find(
    ({ ofThisRun, role }) => ofThisRun && role === "assistant",
  );
  return message && !message.masked ? message.content : null;
}

type MarkButtonProps = {
  runId: string;
  answer: string | null;
  marks: readonly Mark[];
  onChange: (marks: Mark[]) => void;
};

function MarkButton({ runId, answer, marks, onChange }: MarkButtonProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState("");
  const add = () => {
    const trace = client.getQueryData<RunTrace>(inspectorKeys.trace(runId));
    const spans = trace ? readSpans(trace.spans) : [];
    const isCall = (seq: number) =>
      spans.some(({ kind, firstSeq }) => kind === "model-call" && firstSeq === seq);
    const place = readSelectedPlace(answer, isCall);
    if (!place) return setFailure(text.nothingSelected());
    if (marks.length >= REVIEW_MARKS_MAX)
      return setFailure(text.tooMany({ max: REVIEW_MARKS_MAX }));
    setFailure("");
    if (!marks.some((mark) => samePlace(mark.place, place)))
      onChange([...marks, { place, note: "", label: null }]);
  };
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-faint">
      <Button
        size="sm"
        look="outline"
        data-mark=""
        aria-keyshortcuts="m"
        // The selected words stay selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={add}
      >
        {text.mark()}
      </Button>
      {text.markHint()}
      <span role="status" className="text-warn">
        {failure}
      </span>
    </p>
  );
}

type EditedMarkProps = {
  mark: Mark;
  labels: Rubric["labels"];
  /** Of its place. */
  name: string;
  /** Null: it is removed. */
  onChange: (mark: Mark | null) => void;
};

const FIELD = "rounded-md border border-field bg-raised px-2 py-1 max-md:text-base";

function EditedMark({ mark, labels, name, onChange }: EditedMarkProps) {
  return (
    <>
      <select
        aria-label={text.labelAt({ place: name })}
        value={mark.label ?? ""}
        onChange={({ target }) => onChange({ ...mark, label: target.value || null })}
        className={FIELD}
      >
        <option value="">{text.noLabel()}</option>
        {labels.map((label) => (
          <option key={label.id} value={label.id}>
            {label.name}
          </option>
        ))}
      </select>
      <input
        dir="auto"
        aria-label={text.noteAt({ place: name })}
        maxLength={REVIEW_MARK_NOTE_MAX_CHARS}
        value={mark.note}
        onChange={({ target }) => onChange({ ...mark, note: target.value })}
        className={`${FIELD} min-w-40 flex-1`}
      />
      <IconButton
        size="sm"
        aria-label={text.removeMark({ place: name })}
        onClick={() => onChange(null)}
      >
        <X className="size-3.5" aria-hidden="true" />
      </IconButton>
    </>
  );
}

type PlaceProps = { place: MarkPlace; answer: string | null };

function PlaceLink({ place, answer }: PlaceProps) {
  const name = nameOf(place, answer);
  if (place.at === "answer")
    return (
      <span className="max-w-80 truncate">
        <InertText text={name} />
      </span>
    );
  return (
    <SearchLink to={linkOf(place)} className={TEXT_LINK}>
      {name}
    </SearchLink>
  );
}

function linkOf(place: Exclude<MarkPlace, { at: "answer" }>) {
  if (place.at === "hop") return { panel: "timeline", hop: place.hopRef, event: null };
  return place.at === "call" ? toModelCall(place.seq) : toEvent(place.seq);
}

function nameOf(place: MarkPlace, answer: string | null): string {
  if (place.at === "hop") return text.atHop(place);
  if (place.at === "event") return text.atEvent(place);
  if (place.at === "call") return text.atCall(place);
  return answer === null
    ? text.atCharacters(place)
    : text.atAnswer({ words: answer.slice(place.from, place.to) });
}
