-- Whoever creates a run signs that its person asked. The MAC is by a key that the database does not have.
ALTER TABLE "run" ADD COLUMN     "mac" BYTEA;
