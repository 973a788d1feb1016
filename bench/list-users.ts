// GET /management/users over HTTP from the built service: does memory grow with the number of users, and how
// far is it from what PostgreSQL itself can send? Rounds alternate with COPY of the same rows.
import { withClient } from "@/tools/postgres/with-client";
import { copyOf } from "./support/copy";
import { median } from "./support/load";
import { memory, resetPeak, treeOf } from "./support/memory";
import { type RunningService, startService } from "./support/running-service";
import { rate, table } from "./support/table";
import { aTenantOf } from "./support/tenant-of-users";

const SIZES = [10_000, 100_000, Number(process.env.BENCH_USERS ?? 1_000_000)];
const ROUNDS = 3;

const COLUMNS = ["Users", "a second", "COPY, a second", "ratio", "MiB before", "MiB at most"];

/** Reads all users at each size, in turn with COPY. */
export async function run(): Promise<string> {
  const service = await startService();
  try {
    const rows: string[][] = [];
    for (const size of SIZES) {
      console.log(`${size} users`);
      const { token, tenantId } = await aTenantOf(size);
      rows.push(await measure(service, token, tenantId, size));
    }
    return table(COLUMNS, rows);
  } finally {
    await service.stop();
  }
}

async function measure(
  service: RunningService,
  token: string,
  tenantId: string,
  size: number,
): Promise<string[]> {
  // The web process is by far the largest of them.
  const [web = service.pid] = treeOf(service.pid).sort((a, b) => memory(b).rss - memory(a).rss);
  const rounds = { ours: [] as number[], copy: [] as number[] };
  // A first reading, so that code and connections are loaded before memory is measured.
  await read(service.baseUrl, token, 1);
  const idleMiB = memory(web).rss;
  resetPeak(web);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(size / (await read(service.baseUrl, token, size)));
    rounds.copy.push(size / (await copy(tenantId, size)));
  }
  const [perSecond, copyPerSecond] = [median(rounds.ours), median(rounds.copy)];
  const { peak } = memory(web);
  return [
    size.toLocaleString("en"),
    rate(perSecond),
    rate(copyPerSecond),
    `**${(perSecond / copyPerSecond).toFixed(2)}**`,
    idleMiB.toFixed(0),
    `${peak.toFixed(0)} (+${(peak - idleMiB).toFixed(0)})`,
  ];
}

/** Returns the seconds until the last byte. Every user must be there; with `expected` 1 the reader leaves
 *  after the first. */
async function read(baseUrl: string, token: string, expected: number): Promise<number> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/v1/management/users`, { headers });
  if (!response.ok || !response.body) throw new Error(`The answer was ${response.status}`);
  let [users, tail] = [0, ""];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    const text =
      tail + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    users += text.split(FIELD).length - 1;
    if (expected === 1) return 0;
    // A possible beginning of the field belongs to the next piece.
    tail = text.slice(1 - FIELD.length);
  }
  if (users !== expected) throw new Error(`${users} of ${expected} users were listed`);
  return (performance.now() - began) / 1000;
}

// Only users have this field.
const FIELD = '"display_name":';

/** Seconds PostgreSQL takes to send the same fields with one COPY. */
function copy(tenantId: string, expected: number): Promise<number> {
  return withClient(process.env.DATABASE_OWNER_URL, async (client) => {
    const began = performance.now();
    const sent = await copyOf(
      client,
      `SELECT id, email, display_name, status, email_verified_at IS NOT NULL AS email_verified, email_verified_method,
          email_verified_at, external_id, locale, (SELECT json_agg(json_build_object('organization_id',
            m.organization_id, 'role_id', m.role_id, 'status', m.status)) FROM memberships m
            WHERE m.user_id = u.id) AS memberships, last_sign_in_at, suspended_at, created_at, updated_at
        FROM users u WHERE tenant_id = ${client.escapeLiteral(tenantId)} ORDER BY id`,
    );
    if (sent !== expected) throw new Error(`COPY sent ${sent} rows`);
    return (performance.now() - began) / 1000;
  });
}
