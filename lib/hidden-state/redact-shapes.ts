/** Secrets that give themselves away by their shape, wherever they stand in a text. */
import { type Redacted, redactionMarker, redactMatches } from "./redaction-marker.ts";

type Shape = {
  kind: string;
  /** A text without any of these is not searched: `includes` is far faster than a pattern. */
  hints: string[];
  pattern: RegExp;
  /** A match that is none after all. */
  spare?: (match: string, groups: (string | undefined)[]) => boolean;
};

const SHAPES: Shape[] = [
  {
    kind: "api-key",
    hints: ["sk-"],
    pattern: /(?<![A-Za-z0-9])sk-[\w-]{10,}/g,
    // Words joined by dashes, such as a style class, are none.
    spare: (match) => match.length < 23 && !/\d/.test(match),
  },
  {
    kind: "api-key",
    hints: ["k_live_", "k_test_", "whsec_", "npm_", "hf_", "SG.", "dop_v1_", "shpat_"],
    pattern:
      /(?<![A-Za-z0-9])(?:[prs]k_(?:live|test)_[A-Za-z0-9]{8,}|(?:whsec|npm|hf|dop_v1|shpat)_[A-Za-z0-9]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  },
  {
    kind: "github-token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g,
  },
  { kind: "gitlab-token", hints: ["glpat-"], pattern: /glpat-[\w-]{16,}/g },
  {
    kind: "aws-key",
    hints: ["AKIA", "ASIA"],
    pattern: /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{12,}/g,
  },
  {
    kind: "slack-token",
    hints: ["xox", "xapp-", "hooks.slack.com/"],
    pattern: /xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|(?<=hooks\.slack\.com\/)[a-z]{1,20}\/[\w/-]{10,}/g,
  },
  {
    kind: "google-key",
    hints: ["AIza", "ya29.", "GOCSPX-"],
    pattern: /AIza[\w-]{30,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/g,
  },
  {
    kind: "jwt",
    hints: ["eyJ"],
    // Takes the whole run in any case, so that no part of it is looked at again.
    pattern: /eyJ[\w-]*(\.[\w-]+(?:\.[\w-]*){1,3})?/g,
    spare: (match, [rest]) => rest === undefined || match.length < 24,
  },
];

/** Replaces each well-known shape with `[redacted:kind]`. Linear in the text. */
export function redactShapes(text: string): Redacted {
  let redactions = 0;
  let result = text;
  for (const { kind, hints, pattern, spare } of SHAPES) {
    if (!hints.some((hint) => result.includes(hint))) continue;
    const found = redactMatches(result, pattern, (match, groups) =>
      spare?.(match, groups) ? null : redactionMarker(kind),
    );
    result = found.text;
    redactions += found.redactions;
  }
  return { text: result, redactions };
}
