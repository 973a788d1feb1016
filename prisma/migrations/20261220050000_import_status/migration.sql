-- Users who are suspended in the other system come along as suspended.

ALTER TABLE "user_import_lines" ADD COLUMN "status" "user_status";
