import { writeFileSync } from "node:fs";
import { startService } from "./support/running-service";
export async function run() {
  const s = await startService();
  writeFileSync(
    "/tmp/host/env.json",
    JSON.stringify({ ...s.env, BASE: s.baseUrl, ADMIN: s.adminUrl }),
  );
  console.log(s.baseUrl);
  await new Promise<void>((r) => setTimeout(r, 40 * 60_000));
  await s.stop();
}
