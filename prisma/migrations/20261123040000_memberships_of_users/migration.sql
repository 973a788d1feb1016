-- The list of users reads an environment's users and memberships side by side, both in the order of users.
CREATE INDEX "memberships_environment_id_user_id_organization_id_idx" ON "memberships"("environment_id", "user_id", "organization_id");
