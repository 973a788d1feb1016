import { isUseDue } from "@/lib/core/credentials/last-use";
import type { PublicKey } from "@/lib/core/installations/installation-key";

/** One copy of an app that runs somewhere and authenticates with its own key. */
export interface Installation {
  id: string;
  name: string;
  /** As stated at its enrolment: `linux/arm64`, `2.4.1`. */
  platform: string | null;
  version: string | null;
  status: InstallationStatus;
  keyThumbprint: string;
  appId: string;
  organizationId: string | null;
  enrolledAt: Date;
  /** Time of its last authentication, to the minute. */
  lastSeenAt: Date | null;
}

/** A retired installation is never active again; its key stays taken. */
export type InstallationStatus = "active" | "retired";

/** Stored fields of an installation that enrols. */
export interface NewInstallation {
  id: string;
  name: string;
  platform: string | null;
  version: string | null;
  publicKey: PublicKey;
  keyThumbprint: string;
  appId: string;
  organizationId: string | null;
  enrolmentTokenId: string;
  enrolledAt: Date;
}

/** Whether an installation, its app and its organization are all active. The tenant is checked separately,
 *  because a disabled tenant has an error of its own. */
export function isInService(one: {
  status: InstallationStatus;
  appStatus: "active" | "disabled";
  workspaceStatus: "active" | "disabled" | null;
}): boolean {
  return (
    one.status === "active" && one.appStatus === "active" && one.workspaceStatus !== "disabled"
  );
}

/** Precision of an installation's last-seen time, in seconds. */
const SEEN_SECONDS = 60;

/** Whether a sighting of an installation is to be recorded: none was within the precision. */
export function isSightingDue(lastSeenAt: Date | null, at: Date): boolean {
  return isUseDue(lastSeenAt, at, SEEN_SECONDS);
}
