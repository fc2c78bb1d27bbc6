/** Words in the columns of a verdict that are JSON: notes of marks, and answers to criteria of the kind text. */
import "server-only";
import { sql } from "kysely";
import { FIRST_RUBRIC } from "../../contracts/inspector/review/first-rubric.ts";

/** Of the rubric that it was given by. The first one is no row. */
const IDS_OF_TEXTS = sql`ARRAY(
  SELECT jsonb_path_query(rubric.criteria, '$[*] ? (@.kind == "text").id') #>> '{}' FROM (
    SELECT criteria FROM review_rubric WHERE version = review_verdict.rubric
    UNION ALL SELECT ${JSON.stringify(FIRST_RUBRIC.criteria)}::jsonb
      WHERE review_verdict.rubric = ${FIRST_RUBRIC.version}) AS rubric)`;

export const HAS_ANSWERS_IN_WORDS = sql`(review_verdict.answers ?| ${IDS_OF_TEXTS})`;
export const ANSWERS_WITHOUT_WORDS = sql`(review_verdict.answers - ${IDS_OF_TEXTS})`;

export const HAS_NOTES = sql`jsonb_path_exists(review_verdict.marks, '$[*] ? (@.note != "")')`;
/** The places stay, with their labels. */
export const MARKS_WITHOUT_NOTES = sql`(SELECT coalesce(jsonb_agg(mark.value || '{"note": ""}' ORDER BY mark.nth), '[]')
  FROM jsonb_array_elements(review_verdict.marks) WITH ORDINALITY AS mark(value, nth))`;
