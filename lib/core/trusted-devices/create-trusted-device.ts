import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { FactorMethod } from "@/lib/core/factors/factor";
import { accountSecurityUrl } from "@/lib/core/tenants/account-security-url";
import { type TrustedDevice, trustEnds } from "@/lib/core/trusted-devices/trusted-device";
import { insertTrustedDevice } from "@/lib/core/trusted-devices/trusted-device-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { hashSecret, newSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { describeAgent, knownAgent } from "@/lib/kernel/process/describe-agent";

interface NewTrust {
  /** Owner of the device, who receives the alert. */
  user: { id: string; email: string; locale: string | null };
  /** From the policy in force, at most 90. */
  windowDays: number;
  /** Whether the policy notifies the user by email. */
  alert: boolean;
  /** The user's name for it; otherwise derived from the user agent. */
  name: string | null;
  /** Methods that completed the sign-in which trusts the device. */
  methods: readonly FactorMethod[];
}

/** Trusts a device. The audit event is written regardless of the policy on the email (spec, Events 3).
 *  @returns the device and its token, which is stored nowhere */
export async function createTrustedDevice(
  db: Queryable,
  { user, windowDays, alert, name, methods }: NewTrust,
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<{ device: TrustedDevice; token: string }> {
  const agent = describeAgent(by.context.userAgent);
  const token = newSecret("atd_");
  const device: TrustedDevice = {
    id: newId(),
    userId: user.id,
    name: name ?? agent.name,
    platform: agent.platform,
    ipAddress: by.context.ipAddress,
    createdAt: by.at,
    lastUsedAt: by.at,
    expiresAt: trustEnds(by.at, windowDays),
  };
  await insertTrustedDevice(db, {
    ...device,
    methods,
    tokenHash: hashSecret(token),
    userAgent: by.context.userAgent,
  });
  await recordAuditEvent(db, {
    kind: "trusted_device.created",
    actor: by.actor,
    context: by.context,
    targets: [
      { type: "trusted_device", id: device.id },
      { type: "user", id: user.id },
    ],
    metadata: { name: device.name, platform: device.platform, window_days: windowDays },
    at: by.at,
  });
  const locale = user.locale ?? by.context.language ?? null;
  if (alert)
    await sendAlert(
      db,
      { ...user, locale },
      { ...device, name, ...knownAgent(by.context.userAgent) },
    );
  return { device, token };
}

/** Sends the message, with the user's name for the device, or its browser and system. */
async function sendAlert(
  db: Queryable,
  user: NewTrust["user"],
  device: Pick<TrustedDevice, "name" | "ipAddress" | "createdAt"> & ReturnType<typeof knownAgent>,
): Promise<void> {
  await queueMail(db, {
    to: user.email,
    userId: user.id,
    locale: user.locale,
    template: "trusted_device_added",
    deviceName: device.name,
    browser: device.browser,
    system: device.system,
    ipAddress: device.ipAddress,
    at: device.createdAt,
    accountSecurityUrl: await accountSecurityUrl(db),
  });
}
