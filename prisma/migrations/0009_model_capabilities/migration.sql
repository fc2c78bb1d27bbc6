-- CreateTable
CREATE TABLE "model_capability" (
    "address" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "holds" BOOLEAN NOT NULL,
    "value" INTEGER,
    "source" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "evidence" TEXT NOT NULL,

    CONSTRAINT "model_capability_pkey" PRIMARY KEY ("address","model","name")
);

ALTER TABLE "model_capability" ADD CONSTRAINT "model_capability_source_check"
  CHECK ("source" IN ('probe', 'refusal', 'answer'));
