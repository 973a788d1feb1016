import { secondsAfter } from "@/lib/kernel/clock";

/** A device on which a user once redeemed a code and asked to be trusted. */
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

/** For how long, in seconds, an answer with a token's successor may be on its way. A login that comes later with the
 *  same token has not got it: it is given another. */
export const SUCCESSOR_SECONDS = 60;

const DAY_SECONDS = 24 * 60 * 60;

/** When trust that begins at `at` ends. It does not slide: using the device does not prolong it. */
export function trustEnds(at: Date, windowDays: number): Date {
  return secondsAfter(at, windowDays * DAY_SECONDS);
}

/** The whole days that a device was trusted for when it was added. */
export function windowDaysOf(device: Pick<TrustedDevice, "createdAt" | "expiresAt">): number {
  const milliseconds = device.expiresAt.getTime() - device.createdAt.getTime();
  return Math.round(milliseconds / 1000 / DAY_SECONDS);
}
