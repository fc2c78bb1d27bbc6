/** The model judge: its prompt, how good its versions are, and the cases by which an admin tunes it. */
"use client";
import Link from "next/link";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn, TEXT_BOX } from "@/components/ui/cn.ts";
import { Notice } from "@/components/ui/notice.tsx";
import type { JudgePage, ListedJudge } from "@/lib/contracts/inspector/review/model-judge.ts";
import { JUDGE_PROMPT_MAX_CHARS } from "@/lib/contracts/limits.ts";
import * as text from "@/lib/messages/review-judge.ts";
import { describeFailure } from "../../fetch-inspected.ts";
import { Empty, Page, PageContent, PageLines, Part, TableHead } from "../../frame.tsx";
import { formatCost } from "../../runs/cost-words.ts";
import { TEXT_LINK } from "../../text-link.ts";
import { formatCount, formatShare } from "../../values/format-figures.ts";
import { Moment } from "../../values/term.tsx";
import { formatRate } from "./format-rate.ts";
import { useChangeJudge, useJudge } from "./use-judge.ts";

export function JudgeView() {
  const query = useJudge();
  return (
    <Page
      title={text.modelJudge()}
      intro={text.intro()}
      className="max-w-[60rem] grid-cols-1 gap-8"
    >
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {(page) => (
          <>
            <State page={page} />
            <PromptForm key={page.versions[0]?.version ?? 0} page={page} />
            <Versions page={page} />
            <Tuning page={page} />
          </>
        )}
      </PageContent>
      <Link href="/admin/review" prefetch={false} className={`${TEXT_LINK} w-fit text-sm`}>
        {text.toTheCases()}
      </Link>
    </Page>
  );
}

function State({ page: { versions, isHeld, spentToday, budget, currency } }: PageProps) {
  const [newest] = versions;
  const spent = formatCost(spentToday);
  return (
    <div className="grid gap-2 text-sm">
      <p role="status">{newest ? stateOf(newest) : text.none()}</p>
      {isHeld && <Notice tone="warn">{text.held()}</Notice>}
      <p className="text-soft">
        {budget === null
          ? text.spent({ spent, currency })
          : text.spentOf({ spent, budget: formatCost(budget), currency })}
      </p>
    </div>
  );
}

type PageProps = { page: JudgePage };

const stateOf = ({ version, offReason }: ListedJudge): string =>
  offReason === null
    ? text.isOn({ version })
    : text.isOff({ version, why: text.offReason(offReason) });

function PromptForm({ page: { versions, choices } }: PageProps) {
  const [newest] = versions;
  const id = useId();
  const [prompt, setPrompt] = useState(newest?.prompt ?? "");
  const [model, setModel] = useState(newest?.model ?? null);
  const change = useChangeJudge();
  const isReady = prompt.trim() !== "" && !change.isPending;
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) change.mutate({ do: "write", prompt: prompt.trim(), model });
  };
  return (
    <form onSubmit={write} className="grid gap-3 text-sm">
      <div className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          {text.prompt()}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={6}
          maxLength={JUDGE_PROMPT_MAX_CHARS}
          aria-describedby={`${id}-hint`}
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
          className={cn(TEXT_BOX, "max-h-96 min-h-32 py-2 max-md:text-base")}
        />
        <span id={`${id}-hint`} className="text-xs text-faint">
          {text.promptHint()}
        </span>
      </div>
      {choices.length > 0 && (
        <label className="grid w-fit gap-1">
          <span className="font-medium">{text.model()}</span>
          <select
            value={model ?? ""}
            onChange={({ target }) => setModel(target.value || null)}
            className="h-9 rounded-md border border-field bg-raised px-2 max-md:text-base"
          >
            <option value="">{text.defaultModel()}</option>
            {choices.map(({ connection, name }) => (
              <option key={connection} value={connection}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="sm" aria-disabled={!isReady}>
          {change.isPending ? text.writing() : text.write()}
        </Button>
        {newest?.offReason === null && (
          <Button
            size="sm"
            aria-disabled={change.isPending}
            onClick={() => !change.isPending && change.mutate({ do: "switch-off" })}
          >
            {text.switchOff()}
          </Button>
        )}
      </div>
      {change.error && (
        <p role="alert" className="text-danger">
          {describeFailure(change.error)}
        </p>
      )}
    </form>
  );
}

const CELL = "px-1.5 md:px-2 py-2 align-top wrap-anywhere first:ps-0 last:pe-0";
const HEAD = `${CELL} text-xs font-medium text-faint`;

function Versions({ page: { versions, floor, floorCases } }: PageProps) {
  if (versions.length === 0) return null;
  return (
    <Part
      title={text.figures()}
      intro={text.figuresHint({ floor: formatShare(floor), count: formatCount(floorCases) })}
      look="strong"
      className="grid gap-2"
    >
      <table className="w-full table-fixed border-y text-left text-sm">
        <TableHead
          className={HEAD}
          columns={[
            [text.version(), "w-14"],
            [text.state(), ""],
            [text.foundWrong(), ""],
            [text.foundRight(), ""],
            [text.without(), "w-16 text-right"],
          ]}
        />
        <tbody>
          {versions.map((judge) => (
            <VersionRow key={judge.version} judge={judge} />
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function VersionRow({
  judge: { version, at, madeBy, offReason, figures },
}: {
  judge: ListedJudge;
}) {
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" className={`${CELL} font-normal tabular-nums`}>
        {version}
      </th>
      <td className={CELL}>
        {offReason === null ? text.reads() : text.offReason(offReason)}
        <span className="block text-xs text-faint">
          <Moment at={at} /> {madeBy !== null && text.by({ name: madeBy })}
        </span>
      </td>
      <td className={`${CELL} tabular-nums`}>{formatRate(figures.wrong)}</td>
      <td className={`${CELL} tabular-nums`}>{formatRate(figures.right)}</td>
      <td className={`${CELL} text-right tabular-nums`}>{formatCount(figures.withoutScore)}</td>
    </tr>
  );
}

function Tuning({ page: { versions, tuning } }: PageProps) {
  if (versions.length === 0) return null;
  return (
    <Part title={text.tuning()} intro={text.tuningHint()} look="strong" className="grid gap-2">
      {tuning.length === 0 ? (
        <Empty of="part" className="px-4">
          {text.noTuning()}
        </Empty>
      ) : (
        <table className="w-full table-fixed border-y text-left text-sm">
          <TableHead
            className={HEAD}
            columns={[
              [text.reference(), "w-32"],
              [text.says(), ""],
              [text.peopleFound(), "w-28"],
            ]}
          />
          <tbody>
            {tuning.map(({ runId, reference, outcome, score: percent, upheld }) => (
              <tr key={runId} className="border-b last:border-b-0">
                <th scope="row" className={`${CELL} font-normal`}>
                  <Link
                    href={`/admin/runs/${runId}`}
                    prefetch={false}
                    className={`${TEXT_LINK} font-mono`}
                  >
                    {reference}
                  </Link>
                </th>
                <td className={CELL}>
                  {percent === null ? text.outcome(outcome) : text.likelyWrong({ percent })}
                </td>
                <td className={CELL}>{upheld ? text.wrong() : text.notWrong()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  );
}
