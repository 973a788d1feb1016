-- AlterTable
ALTER TABLE "trusted_devices" ADD COLUMN     "previous_token_hash" BYTEA,
ADD COLUMN     "previous_token_until" TIMESTAMPTZ(3);

-- Until when it is good is said together with what is good.
ALTER TABLE trusted_devices ADD CONSTRAINT trusted_devices_previous_token
  CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL));
