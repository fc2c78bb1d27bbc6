-- Each of these rows is written beside a locked row that another key ties to the same conversation, and so to its person.
-- Every turn looked them up again.
ALTER TABLE "message" DROP CONSTRAINT "message_author_id_fkey";
ALTER TABLE "run" DROP CONSTRAINT "run_user_id_fkey";
ALTER TABLE "title_call" DROP CONSTRAINT "title_call_conversation_id_fkey";
ALTER TABLE "hidden_state" DROP CONSTRAINT "hidden_state_run_id_fkey";
ALTER TABLE "context_delta" DROP CONSTRAINT "context_delta_run_id_fkey";
DROP INDEX "hidden_state_run_id_idx";
DROP INDEX "context_delta_run_id_idx";
