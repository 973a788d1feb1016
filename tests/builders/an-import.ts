import { validateLine } from "@/lib/features/migration/contract/user-import";
import { cancelUserImport } from "@/lib/features/migration/import/cancel-user-import";
import { receiveUsers } from "@/lib/features/migration/import/receive-users";
import type { UserImport } from "@/lib/features/migration/import/user-import";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

/** Makes an import that was cancelled before it was applied, so that it blocks no other import. */
export async function anImport(environment: TestEnvironment): Promise<UserImport> {
  async function* arriving() {
    yield validateLine(1, { email: "ada@acme.example" });
  }
  const { id } = await receiveUsers(environment, { mode: "create", dryRun: true }, arriving());
  return cancelUserImport(environment, id);
}
