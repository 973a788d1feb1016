-- AlterTable
ALTER TABLE "platform_security_defaults" ADD COLUMN     "email_otp_beside_factors" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tenant_security_policies" ADD COLUMN     "email_otp_beside_factors" BOOLEAN;

-- AlterTable
-- A device of before, and one that the release before trusts meanwhile, counts as trusted by a mailed code: the least of all methods.
ALTER TABLE "trusted_devices" ADD COLUMN     "methods" TEXT[] NOT NULL DEFAULT ARRAY['email_otp']::TEXT[];
