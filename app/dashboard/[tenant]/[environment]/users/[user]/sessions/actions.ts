"use server";

import { z } from "zod";
import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { laterIn } from "@/app/dashboard/_words/later";
import { revokeAccountSession } from "@/lib/core/account-security/revoke-account-session";
import { revokeTrustedDevice } from "@/lib/core/account-security/revoke-trusted-device";
import { endUserSessions, forgetUserDevices } from "@/lib/core/user-lifecycle/end-user-access";

const t = laterIn("users");

const OfUser = z.object({ userId: z.uuid() });
const OneOfUser = OfUser.extend({ id: z.uuid() });

/** Ends one session of a user. */
export const endSessionAction = administratorAction(
  OneOfUser,
  { role: "admin" },
  async ({ caller, input: { userId, id } }) => {
    await revokeAccountSession(caller, { userId, appId: null }, id);
    return { done: t("sessions.ended") };
  },
);

/** Ends all sessions of a user. */
export const endAllSessionsAction = administratorAction(
  OfUser,
  { role: "admin" },
  async ({ caller, input: { userId } }) => {
    const ended = await endUserSessions(caller, userId);
    return { done: t("sessions.endedAll", { count: ended }) };
  },
);

/** Forgets one trusted device of a user. */
export const forgetDeviceAction = administratorAction(
  OneOfUser,
  { role: "admin" },
  async ({ caller, input: { userId, id } }) => {
    await revokeTrustedDevice(caller, { userId, appId: null }, id);
    return { done: t("devices.forgotten") };
  },
);

/** Forgets all trusted devices of a user. */
export const forgetAllDevicesAction = administratorAction(
  OfUser,
  { role: "admin" },
  async ({ caller, input: { userId } }) => {
    const forgotten = await forgetUserDevices(caller, userId);
    return { done: t("devices.forgottenAll", { count: forgotten }) };
  },
);
