-- The trail holds commitments to what people wrote and share. Their salts go with the words.
ALTER TABLE "feedback" ADD COLUMN     "salt" UUID;
ALTER TABLE "share_link" ADD COLUMN     "salt" UUID;
