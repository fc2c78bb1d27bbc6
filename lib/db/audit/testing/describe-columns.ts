/** The text of docs/coverage.md. */
import "server-only";
import type { Covered } from "./covered.ts";
import { COVERAGE, NOT_YET } from "./covered-columns.ts";

const HEAD = `# What the audit trail binds

Made from \`lib/db/audit/testing/covered-columns.ts\` by \`npx vitest run lib/db/audit/covered -u\`. A test compares the list with the
columns of the database, both ways.

- **bound**: an edit does not lead to what was signed. The full check (\`npm run audit:verify\`, the button on \`/admin/audit\`,
  each hour) finds it; of what was written in the last day, the quick check does, within a minute.
- **recomputed**: both checks compare the column with something that is bound.
- **free**: an edit is not found. "${NOT_YET.replace(/^n/, "N")}" marks a gap; all other columns are free for the reason that
  stands there.

What is free can be edited by whoever owns the database, and neither the inspector nor a bundle shows it. What is recomputed
is compared only while its evidence is there: a log or a detail that was erased says nothing any more.
`;

export function describeCoverage(): string {
  const sections = Object.entries(COVERAGE).map(([table, groups]) => describeTable(table, groups));
  return [HEAD, ...sections].join("\n");
}

function describeTable(table: string, groups: readonly Covered[]): string {
  const rows = groups.map(({ how, columns, why }) => {
    const names = columns.map((column) => `\`${column}\``).join(", ");
    return `| ${names} | ${how} | ${why} |`;
  });
  return [
    `## ${table}`,
    "",
    "| columns | | by what, or why not |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
