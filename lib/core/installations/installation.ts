import { isUseDue } from "@/lib/core/credentials/last-use";
import type { PublicKey } from "@/lib/core/installations/installation-key";

/** One copy of an app that runs somewhere and authenticates with its own key. */
export interface Installation {
  id: string;
  name: string;
  /** As it named them when it enrolled: `linux/arm64`, `2.4.1`. */
  platform: string | null;
  version: string | null;
  status: InstallationStatus;
  keyThumbprint: string;
  appId: string;
  organizationId: string | null;
  enrolledAt: Date;
  /** When it last presented itself, to the minute. */
  lastSeenAt: Date | null;
}

/** A retired installation is never active again; its key stays taken. */
export type InstallationStatus = "active" | "retired";

/** What is stored of an installation that enrols. */
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

/** Whether nothing stops an installation: it, its app and its organization are all active. The tenant is
 *  judged by itself, because its being disabled is told. */
export function isInService(one: {
  status: InstallationStatus;
  appStatus: "active" | "disabled";
  workspaceStatus: "active" | "disabled" | null;
}): boolean {
  return (
    one.status === "active" && one.appStatus === "active" && one.workspaceStatus !== "disabled"
  );
}

/** How exactly it is known when an installation was last seen, in seconds. */
const SEEN_SECONDS = 60;

/** Whether it is noted that an installation was seen: it was not within the time to which that is known. */
export function notSeenLately(lastSeenAt: Date | null, at: Date): boolean {
  return isUseDue(lastSeenAt, at, SEEN_SECONDS);
}
