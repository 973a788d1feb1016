import { secondsAfter } from "@/lib/kernel/clock";

/** A device on which a user once redeemed a code and requested trust. */
export interface TrustedDevice {
  id: string;
  userId: string;
  name: string | null;
  platform: string | null;
  ipAddress: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
}

/** Seconds for which a response with a token's successor may be in transit. A later login with the same
 *  token has not received it, and gets another one. */
export const SUCCESSOR_SECONDS = 60;

const DAY_SECONDS = 24 * 60 * 60;

/** Returns when trust that starts at `at` ends. It does not slide: using the device does not prolong it. */
export function trustEnds(at: Date, windowDays: number): Date {
  return secondsAfter(at, windowDays * DAY_SECONDS);
}

/** Returns the whole days that a device was trusted for when it was added. */
export function windowDaysOf(device: Pick<TrustedDevice, "createdAt" | "expiresAt">): number {
  const milliseconds = device.expiresAt.getTime() - device.createdAt.getTime();
  return Math.round(milliseconds / 1000 / DAY_SECONDS);
}
