import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { insertStream } from "@/lib/features/shared-signals/stream-store";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

/** A stream of security events to the environment's own credential.
 *  @returns its id */
export async function aStream(environment: TestEnvironment): Promise<string> {
  const credential = await resolveCredential(environment.clientId);
  if (!credential) throw new Error("the environment has no credential");
  const id = newId();
  const { credentialId } = credential;
  const settings = { description: null, eventsRequested: null };
  await inTransaction(environment, (db) =>
    insertStream(db, { ...settings, id, credentialId, position: -1, at: new Date() }),
  );
  return id;
}
