/** The grant type of RFC 8628. */
export const DEVICE_CODE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** How long a device waits for a person, and the pause that it leaves between two polls, in seconds. */
export const DEVICE_CODE_SECONDS = 600;
export const POLL_SECONDS = 5;

/** A device's request to be signed in. */
export interface DeviceAuthorization {
  id: string;
  oidcClientId: string;
  scope: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
  approvedAt: Date | null;
  deniedAt: Date | null;
  consumedAt: Date | null;
}

/** What a person's approval gave the device. */
export interface DeviceApproval {
  userId: string;
  grantId: string;
  /** The session that is the device's own, as the provider names sessions, and its `sid` at the client. */
  sessionUid: string;
  sid: string;
  authTime: Date;
  amr: string[];
}

/** Where a device's request stands. Of several answers the first in this order is told. */
export function standingOf(
  request: Pick<DeviceAuthorization, "consumedAt" | "expiresAt" | "deniedAt" | "approvedAt">,
  at: Date,
): "used" | "expired" | "denied" | "approved" | "pending" {
  if (request.consumedAt) return "used";
  if (request.expiresAt <= at) return "expired";
  if (request.deniedAt) return "denied";
  return request.approvedAt ? "approved" : "pending";
}
