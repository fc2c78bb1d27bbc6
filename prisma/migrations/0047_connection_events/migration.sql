-- CreateTable
CREATE TABLE "connection_event" (
    "id" UUID NOT NULL,
    "connection" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "conversation" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connection_event_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "connection_event" ADD CONSTRAINT "connection_event_kind_check" CHECK ("kind" IN ('failed', 'answered'));
ALTER TABLE "connection_event" SET UNLOGGED;
