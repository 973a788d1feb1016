/** Grant type of RFC 8628. */
export const DEVICE_CODE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Lifetime of a device's request, and the interval between its polls, in seconds. */
export const DEVICE_CODE_SECONDS = 600;
export const POLL_SECONDS = 5;

/** A device's request for a sign-in. */
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

/** Data of a person's approval. */
export interface DeviceApproval {
  userId: string;
  grantId: string;
  /** The device's own session: its uid at the provider, and its `sid` at the client. */
  sessionUid: string;
  sid: string;
  authTime: Date;
  amr: string[];
}

/** State of a device's request. When several apply, the first in this order is returned. */
export function deviceRequestState(
  request: Pick<DeviceAuthorization, "consumedAt" | "expiresAt" | "deniedAt" | "approvedAt">,
  at: Date,
): "used" | "expired" | "denied" | "approved" | "pending" {
  if (request.consumedAt) return "used";
  if (request.expiresAt <= at) return "expired";
  if (request.deniedAt) return "denied";
  return request.approvedAt ? "approved" : "pending";
}
