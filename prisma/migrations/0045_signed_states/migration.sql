-- What agents remember is read only with a MAC that the application made.
ALTER TABLE "hidden_state" ADD COLUMN     "mac" BYTEA;
ALTER TABLE "context_delta" ADD COLUMN     "mac" BYTEA;

-- What a server said of a capability may have quoted a conversation that was erased since: its status stays.
UPDATE "model_capability" SET "evidence" = coalesce(substring("evidence" FROM '^\d{3}'), 'an error in the stream')
  WHERE "source" <> 'answer';
