/** A rule while it is edited: every figure as it is typed, of every kind at once, so that a change of kind loses nothing. */
import {
  type ReviewRules,
  RuleContent,
  type RuleKind,
  type RuleTest,
} from "@/lib/contracts/inspector/review/review-rule.ts";
import * as text from "@/lib/messages/review-rules.ts";

export type RuleDraft = {
  name: string;
  kind: RuleKind;
  withWords: boolean;
  figure: string;
  codes: readonly string[];
  ends: readonly string[];
  of: "agent" | "prompt";
  agent: string;
  runs: string;
  severity: string;
  judges: string;
  isOn: boolean;
};

export const NEW_RULE: RuleDraft = {
  name: "",
  kind: "deviation",
  withWords: true,
  figure: "0.5",
  codes: [],
  ends: [],
  of: "agent",
  agent: "",
  runs: "20",
  severity: "1",
  judges: "1",
  isOn: true,
};

export function toDraft({ name, test, severity, judges, isOn }: RuleContent): RuleDraft {
  return {
    ...NEW_RULE,
    name,
    isOn,
    severity: String(severity),
    judges: String(judges),
    kind: test.kind,
    ...ofTest(test),
  };
}

function ofTest(test: RuleTest): Partial<RuleDraft> {
  switch (test.kind) {
    case "thumbs-down":
      return { withWords: test.withWords };
    case "deviation":
    case "cost":
      return { figure: String(test.above) };
    case "time":
      return { figure: String(test.aboveSeconds) };
    case "random":
      return { figure: String(test.percent) };
    case "finding":
      return { codes: test.codes };
    case "ended":
      return { ends: test.ends };
    case "first-runs":
      return { of: test.of, agent: test.name, runs: String(test.runs) };
    default:
      return {};
  }
}

/** @returns null while something is missing or out of range */
export function toRule(draft: RuleDraft): RuleContent | null {
  const { name, severity, judges, isOn } = draft;
  const rule = {
    name,
    isOn,
    severity: Number(severity),
    judges: Number(judges),
    test: toTest(draft),
  };
  return RuleContent.safeParse(rule).data ?? null;
}

function toTest({ kind, withWords, figure, codes, ends, of, agent, runs }: RuleDraft): object {
  const number = figure.trim() === "" ? Number.NaN : Number(figure);
  switch (kind) {
    case "thumbs-down":
      return { kind, withWords };
    case "deviation":
    case "cost":
      return { kind, above: number };
    case "time":
      return { kind, aboveSeconds: number };
    case "random":
      return { kind, percent: number };
    case "finding":
      return { kind, codes };
    case "ended":
      return { kind, ends };
    case "first-runs":
      return { kind, of, name: agent, runs: Number(runs) };
    default:
      return { kind };
  }
}

/** What a rule finds, in words. */
export function wordsOf(test: RuleTest, currency: ReviewRules["currency"]): string {
  const kind = text.kindName(test.kind);
  switch (test.kind) {
    case "thumbs-down":
      return test.withWords ? text.thumbsDownRule() : kind;
    case "deviation":
      return text.testOf([kind, text.aboveOf({ figure: test.above })]);
    case "cost":
      return text.testOf([kind, text.aboveOf({ figure: `${test.above} ${currency}` })]);
    case "time":
      return text.testOf([kind, text.aboveOf({ figure: `${test.aboveSeconds} s` })]);
    case "random":
      return text.testOf([kind, `${test.percent} %`]);
    case "finding":
      return `${kind}: ${test.codes.map(text.findingName).join(", ")}`;
    case "ended":
      return `${kind}: ${test.ends.map(text.endName).join(", ")}`;
    case "first-runs":
      return `${kind}: ${text.firstOf({ runs: test.runs, name: test.name })}`;
    default:
      return kind;
  }
}
