import { setTimeout as sleep } from "node:timers/promises";
import type { BenchPlace } from "./bench-place";
import { median } from "./load";

/** Milliseconds between the acknowledgement of a change and the last request that a server answered by the
 *  old state: 0 where the first request after the acknowledgement met the change. The maximum over all
 *  servers and several changes. */
export interface ChangeLateness {
  change: string;
  median: number;
  worst: number;
}

/** With a session that started a while ago. */
type Place = BenchPlace & { oldSessionId: string };

interface Change {
  name: string;
  /** Makes the change, in a process that is not one of the servers. */
  make(place: Place): Promise<unknown>;
  ask(place: Place, address: string): Promise<Response>;
  /** Whether an answer shows the change. */
  shows(response: Response): Promise<boolean> | boolean;
}

const [TIMES, PAUSE_MS, LONGEST_MS, OLD_MINUTES] = [5, 3, 10_000, 20];

/** Makes each change a few times and watches all servers. */
export async function fleetChanges(addresses: readonly string[]): Promise<ChangeLateness[]> {
  const { aBenchPlace } = await import("./bench-place");
  const changes = await theChanges();
  const late = new Map<string, number[]>();
  const { aSession } = await import("@/tests/builders/a-session");
  for (let time = 0; time < TIMES; time += 1) {
    const made = await aBenchPlace(addresses[0] ?? "", 2);
    const authTime = new Date(Date.now() - OLD_MINUTES * 60_000);
    const place = { ...made, oldSessionId: (await aSession(made.tenant, { authTime })).id };
    for (const change of changes) {
      const ms = await lateness(change, place, addresses);
      late.set(change.name, [...(late.get(change.name) ?? []), ms]);
    }
  }
  return [...late].map(([change, each]) => ({
    change,
    median: median(each),
    worst: Math.max(...each),
  }));
}

async function theChanges(): Promise<Change[]> {
  const { changeSecurityPolicy } = await import(
    "@/lib/core/security-policy/change-security-policy"
  );
  const { invalidateSession } = await import("@/lib/core/sessions/invalidate-session");
  const { suspendUser } = await import("@/lib/core/user-lifecycle/suspend-user");
  const { listCredentials } = await import("@/lib/core/credentials/list-credentials");
  const { revokeCredential } = await import("@/lib/core/credentials/revoke-credential");
  const { disableTenant } = await import("@/lib/core/operators/disable-tenant");
  const isRefused = ({ status }: Response) => status >= 400;
  const me = (person: number) => (place: BenchPlace, address: string) =>
    fetch(`${address}/api/v1/auth/me`, {
      headers: {
        ...place.tenantHeaders,
        "x-session-activity": place.people[person]?.activityToken ?? "",
      },
    });
  const token = ({ tenant }: BenchPlace, address: string) =>
    fetch(`${address}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ grant_type: "client_credentials", client_id: tenant.clientId },
        client_secret: tenant.clientSecret,
      }),
    });
  const preflight = (place: BenchPlace, address: string) =>
    fetch(`${address}/api/v1/auth/login/preflight`, {
      method: "POST",
      headers: place.tenantHeaders,
      body: JSON.stringify({ email: "nobody@example.com", password: "x" }),
    });
  return [
    {
      name: "a policy is changed",
      make: ({ tenant }) => changeSecurityPolicy(tenant, { absoluteTimeoutMinutes: 15 }),
      ask: ({ machineToken, oldSessionId }, address) =>
        fetch(`${address}/api/v1/auth/session/validate`, {
          method: "POST",
          headers: { authorization: `Bearer ${machineToken}`, "content-type": "application/json" },
          body: JSON.stringify({ session_id: oldSessionId }),
        }),
      shows: async (response) => (await response.json()).valid === false,
    },
    {
      name: "a session is ended",
      make: ({ tenant, sessionId }) => invalidateSession(tenant, sessionId),
      ask: me(0),
      shows: isRefused,
    },
    {
      name: "a user is suspended",
      make: ({ tenant, people }) => suspendUser(tenant, people[1]?.userId ?? "", null),
      ask: me(1),
      shows: isRefused,
    },
    {
      name: "a machine's credential is revoked",
      make: async ({ tenant }) => {
        for (const { id } of await listCredentials(tenant)) await revokeCredential(tenant, id);
      },
      ask: token,
      shows: isRefused,
    },
    {
      name: "a tenant is disabled",
      make: ({ tenant }) => disableTenant(tenant, tenant.publicId, null),
      ask: preflight,
      shows: async (response) => (await response.text()).includes("tenant_disabled"),
    },
  ];
}

async function lateness(
  change: Change,
  place: Place,
  addresses: readonly string[],
): Promise<number> {
  // Fills the caches of the servers.
  for (const address of addresses)
    if (await change.shows(await change.ask(place, address)))
      throw new Error(`${change.name}: ${address} shows it beforehand`);
  const deadline = performance.now() + LONGEST_MS;
  const watching = addresses.map(async (address) => {
    for (let lastAsBefore = 0; ; await sleep(PAUSE_MS)) {
      const sentAt = performance.now();
      if (sentAt > deadline) throw new Error(`${change.name}: ${address} never shows it`);
      if (await change.shows(await change.ask(place, address))) return lastAsBefore;
      lastAsBefore = sentAt;
    }
  });
  for (const each of watching) each.catch(() => {});
  await sleep(50);
  await change.make(place);
  const madeAt = performance.now();
  const last = await Promise.all(watching);
  return Math.max(0, ...last.map((asBefore) => asBefore - madeAt));
}
