// npm test -- systems upgrade: the last release's build on this schema, and this code on the last release's
// schema, with real processes and a real PostgreSQL. npm run bench -- upgrade does the same under load.
import { migrationNames } from "@/lib/kernel/db/schema/migration-files";
import { build } from "@/tools/build/build.mjs";
import { previousRelease } from "../harness/previous-release";
import { runSystem, tryEach } from "../harness/system";
import { checks } from "./checks";

await runSystem(async () => {
  const { release, folder } = previousRelease();
  await build();
  console.log(`${release.version} and this code, whose schema is ${migrationNames().at(-1)}:`);
  await tryEach(checks.map(([sentence, check]) => [sentence, () => check(folder)]));
});
