-- What waits for a person runs only with a MAC that the application made.
ALTER TABLE "approval" ADD COLUMN     "mac" BYTEA;
