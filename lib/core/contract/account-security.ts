import { z } from "zod";
import { replayedId } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import type { AccountSession } from "@/lib/core/sessions/open-session-store";
import { absoluteExpiry } from "@/lib/core/sessions/session";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";

/** Handle of an account session. A value that is no handle is the same 404 as an unknown one. */
export const CurrentSessionBody = z
  .strictObject({ current_session_id: replayedId })
  .meta({ id: "CurrentSession" });

export const AccountSessionsQuery = z.strictObject({
  current_session_id: z.string().toLowerCase().optional().meta({
    description: "The handle of the session that asks. The list marks this session as current.",
  }),
});

export const AccountSessionResource = z
  .object({
    id: id.meta({ description: "The account-session handle." }),
    kind: z.enum(["direct", "hosted"]),
    client_name: z.string().nullable(),
    created_at: timestamp,
    last_active_at: timestamp,
    expires_at: timestamp.meta({
      description:
        "When it ends at the latest. A hosted session whose sign-in ended by itself is listed while applications hold tokens of it, with the end of the last of them.",
    }),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    device_name: z.string().nullable(),
    platform: z.string().nullable(),
    amr: z.array(z.string()),
    current: z.boolean().meta({
      description: "Whether ?current_session_id= names this session; false without the parameter.",
    }),
  })
  .meta({ id: "AccountSession" });

export const AccountSessionList = z
  .object({ sessions: z.array(AccountSessionResource) })
  .meta({ id: "AccountSessionList" });

export const TrustedDeviceResource = z
  .object({
    id,
    name: z.string().nullable(),
    platform: z.string().nullable(),
    ip_address: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    expires_at: timestamp,
  })
  .meta({ id: "TrustedDevice" });

export const TrustedDeviceList = z
  .object({ trusted_devices: z.array(TrustedDeviceResource) })
  .meta({ id: "TrustedDeviceList" });

export const RevokedOthersResource = z
  .object({
    revoked: z.int().min(0).meta({ description: "Sessions and devices together." }),
    sessions_revoked: z.int().min(0),
    devices_revoked: z.int().min(0),
  })
  .meta({ id: "RevokedOthers" });

/** A user's sessions in wire format.
 *  @param current handle of the session that sends the request */
export function accountSessionsResponse(
  { sessions, policy }: { sessions: AccountSession[]; policy: SecurityPolicy },
  current: string | null,
): z.infer<typeof AccountSessionList> {
  return {
    sessions: sessions.map((session) => accountSessionResponse(session, policy, current)),
  };
}

/** One session in wire format. */
export function accountSessionResponse(
  session: AccountSession,
  policy: SecurityPolicy,
  current: string | null,
): z.infer<typeof AccountSessionResource> {
  return {
    id: session.accountSessionId,
    kind: session.kind,
    client_name: session.clientName,
    created_at: wireTime(session.createdAt),
    last_active_at: wireTime(session.lastActiveAt),
    expires_at: wireTime(session.tokensUntil ?? absoluteExpiry(session, policy)),
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
    device_name: session.deviceName,
    platform: session.platform,
    amr: session.amr,
    current: session.accountSessionId === current,
  };
}

/** A user's trusted devices in wire format. */
export function trustedDevicesResponse(
  devices: TrustedDevice[],
): z.infer<typeof TrustedDeviceList> {
  return { trusted_devices: devices.map(trustedDeviceResponse) };
}

/** One trusted device in wire format. */
export function trustedDeviceResponse(
  device: TrustedDevice,
): z.infer<typeof TrustedDeviceResource> {
  return {
    id: device.id,
    name: device.name,
    platform: device.platform,
    ip_address: device.ipAddress,
    created_at: wireTime(device.createdAt),
    last_used_at: wireTimeOrNull(device.lastUsedAt),
    expires_at: wireTime(device.expiresAt),
  };
}

/** Result of the combined revocation, in wire format. */
export function revokedOthersResponse({
  sessions,
  devices,
}: {
  sessions: number;
  devices: number;
}): z.infer<typeof RevokedOthersResource> {
  return { revoked: sessions + devices, sessions_revoked: sessions, devices_revoked: devices };
}
