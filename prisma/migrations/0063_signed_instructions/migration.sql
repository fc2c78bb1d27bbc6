-- A person's own instructions count as their words only with a MAC that the application made when they saved them.
ALTER TABLE "preference" ADD COLUMN     "instructions_mac" BYTEA;
