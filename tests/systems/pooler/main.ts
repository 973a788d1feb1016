// npm test -- systems pooler [words for vitest]: tests of the service, and two servers and a worker, behind
// PgBouncer as it is shipped (deploy/pgbouncer), in transaction mode, with real processes and a real
// PostgreSQL.
import { build } from "@/tools/build/build.mjs";
import { runSystem, tryEach } from "../harness/system";
import { checks } from "./checks";
import { aPlace } from "./place";
import { testsHold } from "./unit-tests";

await runSystem(async () => {
  const words = process.argv.slice(2);
  await tryEach([["tests hold through it", () => testsHold(words.length > 0 ? words : undefined)]]);
  if (words.length > 0) return;
  await build(["host"]);
  const place = await aPlace();
  await tryEach(checks.map(([sentence, check]) => [sentence, () => check(place)]));
});
