import { broughtLine } from "@/lib/features/migration/contract/user-import";
import { cancelUserImport } from "@/lib/features/migration/import/cancel-user-import";
import { receiveUsers } from "@/lib/features/migration/import/receive-users";
import type { UserImport } from "@/lib/features/migration/import/user-import";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

/** An import that was cancelled before anybody applied it, so that it stands in no other's way. */
export async function anImport(environment: TestEnvironment): Promise<UserImport> {
  async function* arriving() {
    yield broughtLine(1, { email: "ada@acme.example" });
  }
  const { id } = await receiveUsers(environment, { mode: "create", dryRun: true }, arriving());
  return cancelUserImport(environment, id);
}
