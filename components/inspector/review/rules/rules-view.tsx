/** The rules that make cases of runs, with their versions. */
"use client";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Chip } from "@/components/ui/chip.tsx";
import type { ReviewRule, ReviewRules } from "@/lib/contracts/inspector/review/review-rule.ts";
import * as text from "@/lib/messages/review-rules.ts";
import { Empty, Page, PageContent, PageLines } from "../../frame.tsx";
import { TEXT_LINK } from "../../text-link.ts";
import { formatCount } from "../../values/format-figures.ts";
import { Moment } from "../../values/term.tsx";
import { InertText } from "../../values/text/inert-text.tsx";
import { wordsOf } from "./rule-draft.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { useRules } from "./use-rules.ts";

const NEW = "new";

export function RulesView() {
  const query = useRules();
  /** The id of a rule, or `NEW`. */
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  return (
    <Page
      title={text.rules()}
      intro={text.intro()}
      aside={
        <span className="ml-auto flex items-center gap-3">
          <Link href="/admin/review" prefetch={false} className={`text-sm ${TEXT_LINK}`}>
            {text.toCases()}
          </Link>
          {query.data?.mayManage && (
            <Button look="primary" size="sm" onClick={() => setEdited(NEW)}>
              {text.newRule()}
            </Button>
          )}
        </span>
      }
      className="w-full max-w-[72rem] grid-cols-1 gap-4"
      head="items-start gap-x-4 gap-y-2"
    >
      <PageContent query={query} loading={<PageLines words={text.loading()} first="h-7 w-40" />}>
        {({ rules, mayManage, currency }) => (
          <>
            {edited === NEW && <RuleEditor rule={null} currency={currency} onClose={close} />}
            {rules.length === 0 && (
              <Empty of="page" className="px-4">
                {text.none()}
              </Empty>
            )}
            <ul aria-label={text.rules()} className="grid min-w-0 border-b empty:hidden">
              {rules.map((rule) => (
                <li key={rule.id} className="grid min-w-0 gap-3 border-t py-3 text-sm">
                  <Rule
                    rule={rule}
                    currency={currency}
                    onEdit={mayManage ? () => setEdited(rule.id) : null}
                  />
                  {edited === rule.id && (
                    <RuleEditor rule={rule} currency={currency} onClose={close} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </PageContent>
    </Page>
  );
}

type RuleProps = {
  rule: ReviewRule;
  currency: ReviewRules["currency"];
  /** Null: they may not. */
  onEdit: (() => void) | null;
};

function Rule({ rule: { versions }, currency, onEdit }: RuleProps) {
  const [newest] = versions;
  if (!newest) return null;
  const found = versions.reduce((sum, version) => sum + version.found, 0);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium wrap-anywhere">
          <InertText text={newest.name} />
        </h2>
        <Chip tone={newest.isOn ? "good" : "neutral"}>{newest.isOn ? text.on() : text.off()}</Chip>
        {onEdit && (
          <Button
            size="sm"
            look="outline"
            className="ml-auto"
            aria-label={`${text.edit()}: ${newest.name}`}
            onClick={onEdit}
          >
            {text.edit()}
          </Button>
        )}
      </div>
      <p className="wrap-anywhere">
        <InertText text={wordsOf(newest.test, currency)} />
      </p>
      <p className="text-xs text-soft">
        {text.severity()}: {text.severityName(newest.severity)} · {text.judges()}:{" "}
        {text.judgesName(newest.judges)} · {text.cases()}: {formatCount(found)}
      </p>
      <details className="text-xs">
        <summary className="w-fit cursor-pointer text-soft hover:text-ink">
          {text.versions()} ({versions.length})
        </summary>
        <ol className="mt-2 grid gap-1.5">
          {versions.map((version) => (
            <li key={version.version} className="wrap-anywhere text-soft">
              {text.versionBy({
                version: version.version,
                by: version.madeBy ?? text.theServer(),
              })}{" "}
              · <Moment at={version.at} /> · {version.isOn ? text.on() : text.off()} ·{" "}
              <InertText text={wordsOf(version.test, currency)} /> · {text.cases()}:{" "}
              {formatCount(version.found)}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
