-- A temporary chat is erased without a word of its person only with a MAC that the application made when they began it.
ALTER TABLE "conversation" ADD COLUMN     "temporary_mac" BYTEA;
